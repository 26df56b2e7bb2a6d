import { newId } from '../../../schemas/base/new-id.ts';
import type { DeviceRealm } from '../../device/session/device-realm.ts';
import type { Lead } from '../../device/write-rows.ts';

/** Another worker leads. */
export class LeadLost extends Error {
  override readonly name = 'LeadLost';
}

/**
 * The lead of a worker that has just been given the lock of this name. Nobody takes it from a worker that was awake less than `certainMs`
 * ago. After half of this time the browser is asked who has the lock.
 */
export function createLead(options: {
  readonly realm: Pick<DeviceRealm, 'performance' | 'crypto'>;
  readonly locks: LockManager;
  readonly lockName: string;
  readonly certainMs: number;
  readonly onLost: () => void;
}): Lead {
  const { realm, locks, lockName, certainMs } = options;
  let provenAt = realm.performance.now();
  const age = () => realm.performance.now() - provenAt;
  let own: Promise<string | undefined> | null = null;
  let proving: Promise<void> | null = null;

  const holderOf = async (name: string) => (await locks.query()).held?.find((lock) => lock.name === name)?.clientId;
  /** What the browser calls this realm. It only shows in a lock that nobody else can have. */
  async function findOwnId(): Promise<string | undefined> {
    const name = `${lockName}-${newId(0, realm)}`;
    try {
      return await locks.request(name, () => holderOf(name));
    } catch (error) {
      own = null;
      throw error;
    }
  }
  async function ask(): Promise<void> {
    own ??= findOwnId();
    const id = await own;
    const askedAt = realm.performance.now();
    if ((await holderOf(lockName)) !== id) {
      options.onLost();
      throw new LeadLost('Another tab leads now');
    }
    provenAt = askedAt;
  }

  return {
    async prove() {
      if (age() <= certainMs / 2) return;
      proving ??= ask().finally(() => {
        proving = null;
      });
      await proving;
    },
    isCertain: () => age() <= certainMs,
  };
}

import type { Realm } from '../../../schemas/base/realm.ts';
import type { Store } from '../store.ts';

/**
 * The store keeps the remains of each deleted row, so that a deletion can be sent and other tabs learn of it. They are dropped after a
 * while, and at once if the device has no disk space left. The remains of a pending deletion are never dropped, because that would undo
 * it.
 */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const FIRST_MS = 60_000;
const EVERY_MS = 6 * 60 * 60 * 1000;

/** Drops what was deleted more than `keptMs` ago. Replicas with a pending deletion are skipped until later. */
export async function dropDeletedRows({ replicas }: Pick<Store, 'replicas'>, keptMs: number): Promise<void> {
  // One after the other, so that it delays nothing else.
  for (const replica of replicas.values()) await replica.dropRemains(keptMs);
}

export interface Remains {
  /** Drops all remains that can be dropped now. */
  dropNow(): Promise<void>;
  close(): Promise<void>;
}

/** Drops remains regularly. Only the leading worker runs this, as all of replication. */
export function scheduleCleanup(store: Pick<Store, 'replicas'>, onError: (error: unknown) => void, realm: Realm = globalThis): Remains {
  let closed = false;
  let running: Promise<void> = Promise.resolve();
  const run = (keptMs: number) => {
    running = running.then(async () => {
      if (closed) return;
      await dropDeletedRows(store, keptMs).catch((error: unknown) => {
        if (!closed) onError(error);
      });
    });
    return running;
  };
  const first = realm.setTimeout(() => run(KEPT_MS), FIRST_MS);
  const timer = realm.setInterval(() => run(KEPT_MS), EVERY_MS);
  return {
    dropNow: () => run(0),
    async close() {
      closed = true;
      realm.clearTimeout(first);
      realm.clearInterval(timer);
      await running;
    },
  };
}

import { ERASE_LOCK } from '../../../workers/device/database-name.ts';
import { leaderLockName, type SyncMessage, syncChannelName } from '../../../workers/device/sync-status.ts';
import { eraseDatabase } from './erase-database.ts';
import { owedErasures, removeErasureDebt } from './owed-erasure.ts';

/** Erases the local databases that are owed (owed-erasure.ts), in one tab at a time. If one cannot be erased yet, it tries again later. */
const LOCK_LIMIT_MS = 10_000;
const CLOSED_LIMIT_MS = 1500;
const AGAIN_MS = 15_000;

const locks = () => (navigator as { locks?: LockManager }).locks;

/** One tab at a time: a later tab must not erase what the member has begun anew since. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (locks()) await locks()?.request(ERASE_LOCK, { signal: AbortSignal.timeout(LOCK_LIMIT_MS) }, work);
  else await work();
}

async function isHeld(lock: string): Promise<boolean> {
  const held = await locks()?.query();
  return !held || (held.held ?? []).some(({ name }) => name === lock);
}

/**
 * Asks all pages and workers to close this store. Waits a moment for the leading worker, if there is one: it may be writing.
 */
async function closeEverywhere(userId: string): Promise<void> {
  const led = await isHeld(leaderLockName(userId));
  const channel = new BroadcastChannel(syncChannelName(userId));
  const closed = new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, led ? CLOSED_LIMIT_MS : 0);
    channel.addEventListener('message', (event: MessageEvent<SyncMessage>) => {
      if (event.data.type !== 'closed') return;
      clearTimeout(limit);
      resolve();
    });
  });
  const message: SyncMessage = { type: 'close' };
  channel.postMessage(message);
  await closed;
  channel.close();
}

async function pay(userId: string): Promise<void> {
  try {
    await closeEverywhere(userId);
    if (await eraseDatabase(userId)) removeErasureDebt(userId);
  } catch (error) {
    console.warn('Could not erase the data of a signed-out member yet', error);
  }
}

let paying: Promise<void> = Promise.resolve();
let again: ReturnType<typeof setTimeout> | undefined;

async function payNow(): Promise<void> {
  if (owedErasures().length === 0) return;
  try {
    await alone(async () => void (await Promise.all(owedErasures().map(pay))));
  } catch (error) {
    console.warn('Another tab takes too long to erase the data of a signed-out member', error);
  }
  if (owedErasures().length === 0) return;
  if (again === undefined)
    again = setTimeout(() => {
      again = undefined;
      void payErasures();
    }, AGAIN_MS);
}

/** Erases what is owed. Settles when that is done, or when it cannot be done now. Never fails. */
export function payErasures(): Promise<void> {
  paying = paying.then(payNow);
  return paying;
}

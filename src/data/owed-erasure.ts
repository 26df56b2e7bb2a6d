import { leaderLockName, type SyncMessage, syncChannelName } from '../../schemas/local/sync-status.ts';
import { eraseDatabase } from './erase-database.ts';
import { ERASURE_OWED } from './stays-after-sign-out.ts';

/**
 * The local databases that signing out still has to erase. A debt is written down before the session goes, and struck out once nothing of
 * the database is left. So a tab that is closed meanwhile, a deletion that fails and a window that holds on to the database only put the
 * erasure off: it is tried again by the page, and at each start before anybody's store opens.
 */
const LOCK = 'kith-erase';
const LOCK_LIMIT_MS = 10_000;
const CLOSED_LIMIT_MS = 1500;
const AGAIN_MS = 15_000;

const listeners = new Set<(userId: string) => void>();

/** Calls back in each tab when the local database of a member is to be erased, which is more than that their session has ended. */
export function onErasureOwed(listener: (userId: string) => void): void {
  listeners.add(listener);
}

/** The local database of this member is to be erased, as soon as that is possible. */
export function oweErasure(userId: string): void {
  try {
    localStorage.setItem(ERASURE_OWED + userId, '1');
  } catch (error) {
    console.warn('It could not be noted that a store is to be erased', error);
  }
  for (const listener of listeners) listener(userId);
}

function debts(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(ERASURE_OWED) ? [key.slice(ERASURE_OWED.length)] : []));
  } catch {
    // Where the browser forbids storage nobody could be signed in.
    return [];
  }
}

/** Whether what signing out left of this member's local database is still there. */
export const owesErasure = (userId: string): boolean => debts().includes(userId);

const locks = () => (navigator as { locks?: LockManager }).locks;

/** One tab at a time: another one that comes later must not erase what its member has begun anew since. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (locks()) await locks()?.request(LOCK, { signal: AbortSignal.timeout(LOCK_LIMIT_MS) }, work);
  else await work();
}

async function hasLeader(userId: string): Promise<boolean> {
  const held = await locks()?.query();
  return !held || (held.held ?? []).some(({ name }) => name === leaderLockName(userId));
}

/** All pages and workers are told to close this store. The leading worker, if there is one, is waited for a moment: it may be writing. */
async function closeEverywhere(userId: string): Promise<void> {
  const led = await hasLeader(userId);
  const channel = new BroadcastChannel(syncChannelName(userId));
  const closed = new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, led ? CLOSED_LIMIT_MS : 0);
    channel.addEventListener('message', (event: MessageEvent<SyncMessage>) => {
      if (event.data.type !== 'closed') return;
      clearTimeout(limit);
      resolve();
    });
  });
  const told: SyncMessage = { type: 'close' };
  channel.postMessage(told);
  await closed;
  channel.close();
}

async function pay(userId: string): Promise<void> {
  try {
    await closeEverywhere(userId);
    if (await eraseDatabase(userId)) localStorage.removeItem(ERASURE_OWED + userId);
  } catch (error) {
    console.warn('What signing out has left could not be erased yet', error);
  }
}

let paying: Promise<void> = Promise.resolve();
let again: ReturnType<typeof setTimeout> | undefined;

async function payNow(): Promise<void> {
  if (debts().length === 0) return;
  try {
    await alone(async () => void (await Promise.all(debts().map(pay))));
  } catch (error) {
    console.warn('Another tab takes too long to erase what signing out has left', error);
  }
  if (debts().length === 0) return;
  if (again === undefined)
    again = setTimeout(() => {
      again = undefined;
      void payErasures();
    }, AGAIN_MS);
}

/** Erases what is owed. Settles when that is done, or when it is clear that it cannot be done now; it never fails. */
export function payErasures(): Promise<void> {
  paying = paying.then(payNow);
  return paying;
}

import { pause } from '../../schemas/base/pause.ts';
import { browserStorage, onStorageOutdated } from '../device/browser-storage.ts';
import { databaseName, ERASE_LOCK, storeDatabaseName } from '../device/database-name.ts';
import { listDatabases } from '../device/indexed-db.ts';
import { type LocalDatabase, openLocalDatabase } from '../device/open-local-database.ts';
import { rememberedMember } from '../device/session/remembered-member.ts';
import { presentLayout } from '../device/store/layout.ts';
import { layoutVersion } from '../device/store/layout-names.ts';
import { OtherStore } from '../device/store/other-store.ts';
import type { SyncStatus } from '../device/sync-status.ts';
import { replicate } from '../replication/replicate.ts';

/**
 * Sends what is pending while no page is alive, with the same loop that the tabs run. It does nothing unless somebody is signed in, and
 * opens only a store that exists in the version of this worker: it neither creates nor upgrades one.
 */

/** Chromium ends the worker after three minutes. It tries again later if something is still pending by then. */
const LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 500;
const CLOSE_MS = 2000;
/** A page that is suspended holds the lead and does not answer. Nobody sends anything in its place. */
const PATIENCE = { ms: 500, spreadMs: 0 };
/** After as many failures in a row the network is not good enough, whatever the browser says. */
const FAILURES = 3;

/** Whether the store of this member exists in exactly the version of this worker. */
async function isOurs(userId: string): Promise<boolean> {
  const name = storeDatabaseName(databaseName(userId));
  const held = (await listDatabases())?.find((one) => one.name === name);
  return layoutVersion(held?.version ?? 0) === presentLayout.version;
}

/**
 * Opens the store of a member who is still signed in. No erasure runs in between: either it has ended before, and there is no store, or it
 * begins afterwards, and asks this worker to close the store.
 */
async function openExisting(userId: string): Promise<LocalDatabase> {
  return navigator.locks.request(ERASE_LOCK, { mode: 'shared' }, async () => {
    if ((await rememberedMember()) !== userId || !(await isOurs(userId))) throw new OtherStore('There is nothing to send any more');
    return openLocalDatabase({ userId, storage: browserStorage(), multiInstance: true });
  });
}

type End = 'sent' | 'in vain' | 'later';

/** What the state of the leader means for this worker; null while it goes on. */
function endOf({ pending, later, expired, updateRequired, serverFull, failures }: SyncStatus): End | null {
  if (pending === 0) return 'sent';
  // Only the member can help.
  if (expired || updateRequired) return 'in vain';
  const isPutOff = later === 'all' || later.length === pending;
  return isPutOff || serverFull || failures >= FAILURES ? 'later' : null;
}

/**
 * Settles when nothing is pending any more, or when waiting is in vain.
 *
 * @throws Error if something is still pending when the time is over; the browser then tries again
 */
export async function sendPending(): Promise<void> {
  const userId = await rememberedMember();
  if (userId === null || !(await isOurs(userId))) return;
  let settle = (_end: End) => {};
  const settled = new Promise<End>((resolve) => {
    settle = resolve;
  });
  let rowsAreSent = false;
  const replication = replicate({
    userId,
    tab: null,
    patience: PATIENCE,
    async openDatabase() {
      try {
        return await openExisting(userId);
      } catch (error) {
        if (error instanceof OtherStore) settle('in vain');
        throw error;
      }
    },
    onStatus(status) {
      const end = endOf(status);
      rowsAreSent = end === 'sent';
      if (end && !rowsAreSent) settle(end);
    },
  });
  async function look(): Promise<void> {
    replication.ask();
    if (rowsAreSent && !(await replication.hasWaitingImages())) settle('sent');
  }
  void replication.ended.then(() => settle('in vain'));
  const forget = onStorageOutdated(() => settle('in vain'));
  const limit = setTimeout(() => settle('later'), LIMIT_MS);
  // What cannot be read now is read at the next look.
  const looking = setInterval(() => look().catch(console.warn), LOOK_EVERY_MS);
  replication.wake();
  const end = await settled;
  clearTimeout(limit);
  clearInterval(looking);
  forget();
  // A store that a newer version has upgraded, or that is gone, may never close cleanly.
  await Promise.race([replication.close(), pause(CLOSE_MS)]);
  if (end === 'later') throw new Error('Something is still to be sent');
}

import { pause } from '../../schemas/base/pause.ts';
import { browserStorage, createReopening, onStorageLost, onStorageOutdated } from '../../workers/device/browser-storage.ts';
import { followLocal } from '../../workers/device/local-documents.ts';
import { type LocalCollections, type LocalDatabase, openLocalDatabase } from '../../workers/device/open-local-database.ts';
import { SERVER_TIME_ID, type ServerTime } from '../../workers/device/server-clock.ts';
import { type SyncMessage, syncChannelName } from '../../workers/device/sync-status.ts';
import { firstRowsOf } from '../first/first-rows.ts';
import { markAtRest } from './at-rest.ts';
import { discardSentDrafts } from './drafts/discard-sent-drafts.ts';
import { mayHaveCarried } from './rescue/bare-database.ts';
import { createConnectionSource } from './session/connection-source.ts';
import { addErasureDebt, hasErasureDebt } from './session/owed-erasure.ts';
import { eraseOwed, isSignedIn, onSessionEvent } from './session/session.ts';
import { createDraftStore } from './store/draft-store.ts';
import { firstPageShown } from './store/first-page.ts';
import type { LocalStore } from './store/local-store.tsx';
import { pageClock } from './store/page-clock.ts';
import { prepareReplication, type Replication } from './store/prepare-replication.ts';
import { sendWhenHidden } from './store/send-when-hidden.ts';
import { writeIdsOf } from './store/write-ids.ts';

/**
 * One open store for each page, however often it is mounted. It outlives a remount (React's StrictMode mounts twice). It is closed when
 * nothing uses it any more, when its member signs out in any tab, or when another member signs in. If the browser takes the storage away,
 * it is opened again, and its users get the new store.
 */
export interface StoreUser {
  /** the store was opened again: everything from the previous store is closed */
  readonly onReopened: (store: LocalStore) => void;
  /** a newer version of the app has upgraded the store */
  readonly onOutdated: () => void;
}

interface Opened {
  readonly userId: string;
  readonly store: () => Promise<LocalStore>;
  readonly close: () => Promise<void>;
  readonly users: Set<StoreUser>;
}

const CLOSE_AFTER_MS = 200;
let current: Opened | null = null;
/** settles when the store of the previous member is closed, which must happen before another opens */
let closing: Promise<void> = Promise.resolve();

/** Runs `work` once the page is idle, as far as the browser can tell. */
const whenIdle: (work: () => void) => unknown = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 500));

/** Sets the page's clock to the server time that the replication worker receives. */
const followServerTime = (database: LocalDatabase): (() => void) =>
  followLocal<ServerTime>(database, SERVER_TIME_ID, (held) => held && pageClock.take(held));

/** Puts what was carried over from a cleared store into this one. That is rare, so the code for it is loaded only then. */
async function takeOver(userId: string, database: LocalDatabase, mayHave: Promise<boolean>): Promise<void> {
  if (!(await mayHave)) return;
  const { handOver } = await import('./rescue/hand-over.ts');
  await handOver(userId, database);
}

/** Opens the database once, with everything that depends on it. */
async function openOnce(userId: string) {
  // Asked while the database opens. Only a window that clears the store carries writes over, and it reloads then.
  const carried = mayHaveCarried(userId);
  carried.catch(() => undefined);
  const database: LocalDatabase = await openLocalDatabase({ userId, storage: browserStorage(), multiInstance: true });
  let closed = false;
  const connection = createConnectionSource(userId, database);
  const stopFollowing = followServerTime(database);
  const collections = database.collections as unknown as LocalCollections;
  const drafts = createDraftStore(userId);
  // Before any screen sees the store. What cannot be stored now waits for the next start.
  await takeOver(userId, database, carried).catch((error) =>
    console.warn('Could not store the writes that were carried over; trying again at the next start', error),
  );
  const store: LocalStore = { userId, database, connection, collections, drafts, clock: pageClock };
  const stopSending = sendWhenHidden(store);
  const stopMarking = markAtRest(store);
  whenIdle(() => {
    if (closed) return;
    writeIdsOf(store).catch((error: unknown) => console.warn('Could not read the pending writes yet', error));
    discardSentDrafts(store).catch((error: unknown) =>
      console.warn('Could not discard the drafts that were sent; trying again at the next start', error),
    );
    import('./images/let-images-go.ts')
      .then(({ letOldImagesGo }) => letOldImagesGo(store))
      .catch((error: unknown) => console.warn('Could not delete images that nobody sends; trying again at the next start', error));
  });
  return {
    store,
    async close(): Promise<void> {
      closed = true;
      stopSending();
      stopMarking();
      stopFollowing();
      connection.close();
      drafts.close();
      if (!database.closed) await database.close();
    },
  };
}

/** The worker that the next store takes: it was loaded before anybody was signed in. */
let prepared: Replication | null = null;

function takePrepared(): Replication {
  const replication = prepared ?? prepareReplication();
  prepared = null;
  return replication;
}

/** `showFirstPage` reads the first rows once the first page is stored. Without it the page opens the store at once. */
function open(userId: string, showFirstPage?: () => void): Opened {
  const users = new Set<StoreUser>();
  const reopenAfter = createReopening();
  let stopped = false;
  let reopening = false;
  const replication = takePrepared();
  const stopping = new AbortController();
  let channel: BroadcastChannel | null = null;

  function listen(): void {
    channel = new BroadcastChannel(syncChannelName(userId));
    channel.addEventListener('message', (event: MessageEvent<SyncMessage>) => {
      if (event.data.type === 'close') void leave();
    });
  }
  const stopListening = () => channel?.close();

  const opening = async () => {
    await eraseOwed();
    if (hasErasureDebt(userId)) throw new Error('Another window still holds what signing out was to erase');
    // Before the store exists: a store that is still opening when its member signs out must not stay behind.
    if (!stopped && channel === null) {
      listen();
      // A sign-out before this moment was not heard.
      if (!isSignedIn(userId)) throw new Error('Its member has signed out');
    }
    if (showFirstPage && channel) {
      const shown = firstPageShown({ userId, channel, show: showFirstPage, signal: stopping.signal });
      showFirstPage = undefined;
      replication.start(userId, { firstPage: true });
      await shown;
      if (stopped) throw new Error('The store was closed before it opened');
    }
    // The store is there, in the layout of this version: worker and page open it at the same time, and what is new comes sooner.
    if (firstRowsOf(userId)) replication.start(userId);
    const once = await openOnce(userId);
    if (!stopped) return once;
    await once.close();
    throw new Error('The store was closed while it opened');
  };

  let latest = closing.then(opening);
  latest
    .then(() => {
      if (!stopped) replication.start(userId);
    })
    .catch(() => {
      // `end` does the rest once it was called.
      if (stopped) return;
      void replication.stop();
      stopListening();
      if (current === opened) current = null;
    });

  async function reopen(): Promise<void> {
    const before = await latest;
    for (;;) {
      await pause(reopenAfter());
      if (stopped) return;
      lostAgain = false;
      // A store that was taken away cannot be closed cleanly.
      await before.close().catch((error) => console.warn('The lost store did not close', error));
      latest = closing.then(opening);
      const next = await latest.catch((error: unknown) => {
        console.warn('The store could not be opened anew yet', error);
        return null;
      });
      if (!next) continue;
      if (!lostAgain) {
        for (const user of users) user.onReopened(next.store);
        return;
      }
      await next.close().catch((error) => console.warn('The lost store did not close', error));
    }
  }
  let lostAgain = false;
  const forgetLoss = onStorageLost(() => {
    lostAgain = true;
    if (stopped || reopening) return;
    reopening = true;
    reopen()
      .catch((error) => console.error('The store could not be opened anew', error))
      .finally(() => {
        reopening = false;
      });
  });
  // The storage below the store is closed already. Its worker must not lead any longer: it could only fail.
  const forgetOutdating = onStorageOutdated(() => {
    if (stopped) return;
    void replication.stop();
    for (const user of users) user.onOutdated();
  });

  let ended: Promise<void> | null = null;
  async function end(): Promise<void> {
    stopped = true;
    stopping.abort();
    if (current === opened) current = null;
    forgetLoss();
    forgetOutdating();
    const last = await latest.catch(() => null);
    void replication.stop();
    await last?.close();
    // Only now: a store that is still opening is created after a sign-out that this page must not miss.
    stopListening();
  }

  const opened: Opened = {
    userId,
    store: async () => (await latest).store,
    users,
    close: () => {
      ended ??= end();
      return ended;
    },
  };

  /**
   * The member signed out, in any tab. This page or its worker may have just opened the store and so created it again: that is erased too.
   */
  async function leave(): Promise<void> {
    closing = opened.close().catch((error) => console.warn('A store did not close', error));
    await closing;
    await replication.stop();
    if (isSignedIn(userId)) {
      // They signed in again before this page learned of it: what it shows and remembers comes from the erased store.
      if (users.size > 0) location.reload();
      return;
    }
    addErasureDebt(userId);
    await eraseOwed();
  }
  return opened;
}

function openFor(userId: string, showFirstPage?: () => void): Opened {
  if (current && current.userId !== userId) closing = current.close().catch(() => undefined);
  current = current?.userId === userId ? current : open(userId, showFirstPage);
  return current;
}

/**
 * Somebody begins to sign in on this page: loads the replication worker, and opens the store as soon as they are signed in. The worker then
 * brings the first page of a device without a store. `showFirstPage` is called when it is there, and may read the first rows: the page opens
 * the store once these are painted. Further calls do nothing until then.
 */
export function prepareStore(showFirstPage: () => void): void {
  if (prepared) return;
  prepared = prepareReplication();
  const leave = onSessionEvent((event) => {
    if (event.type !== 'SIGNED_IN') return;
    leave();
    // Another tab signs in, and shows the posts there. This one opens its store when it is shown.
    if (!document.hidden) openFor(event.userId, showFirstPage);
  });
}

/** Opens the store of a member, once. Call `release` when it is no longer used. */
export function acquireStore(userId: string, user: StoreUser): { readonly store: Promise<LocalStore>; readonly release: () => void } {
  const mine = openFor(userId);
  mine.users.add(user);
  return {
    store: mine.store(),
    release: () => {
      mine.users.delete(user);
      setTimeout(() => {
        if (mine.users.size === 0) closing = mine.close().catch(() => undefined);
      }, CLOSE_AFTER_MS);
    },
  };
}

import { browserStorage, createReopening, onStorageLost, onStorageOutdated } from '../../workers/device/browser-storage.ts';
import { type LocalCollections, type LocalDatabase, openLocalDatabase } from '../../workers/device/open-database.ts';
import { SERVER_TIME_ID, type ServerTime } from '../../workers/device/server-clock.ts';
import { olderChannelName, type SyncMessage, syncChannelName } from '../../workers/device/sync-status.ts';
import { hasOlderStore, mayHaveCarried } from './bare-database.ts';
import { createConnectionSource } from './connection-source.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';
import type { LocalStore } from './local-store.tsx';
import { addErasureDebt, hasErasureDebt } from './owed-erasure.ts';
import { pageClock } from './page-clock.ts';
import { discardSentDrafts } from './sent-drafts.ts';
import { eraseOwed, isSignedIn } from './session.ts';
import { prepareReplication } from './start-worker.ts';
import { writeIdsOf } from './write-ids.ts';

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
  /** the data of an older version is copied before the store opens, which takes time */
  readonly onMoving: () => void;
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

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** Runs `work` once the page is idle, as far as the browser can tell. */
const whenIdle: (work: () => void) => unknown = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 500));

/** Sets the page's clock to the server time that the replication worker receives. */
function followServerTime(database: LocalDatabase): { unsubscribe(): void } {
  return database.getLocal$<ServerTime>(SERVER_TIME_ID).subscribe((held) => {
    if (held) pageClock.take(held.toJSON().data as ServerTime);
  });
}

/** Puts what was carried over from a cleared store into this one. That is rare, so the code for it is loaded only then. */
async function takeOver(userId: string, database: LocalDatabase, drafts: DraftStore): Promise<void> {
  if (!(await mayHaveCarried(userId))) return;
  const { handOver } = await import('./hand-over.ts');
  await handOver(userId, database, drafts);
}

/** Opens the database once, with everything that depends on it. */
async function openOnce(userId: string, onMoving: () => void) {
  // Stores from the versions with a database for each collection are rare, so the code for them is loaded only then.
  const older = (await hasOlderStore(userId)) ? await import('./copy-older-store.ts') : null;
  if (older) {
    onMoving();
    await older.copyOlderStore(userId);
  }
  const database: LocalDatabase = await openLocalDatabase({ userId, storage: browserStorage(), multiInstance: true });
  let closed = false;
  const connection = createConnectionSource(userId, database);
  const following = followServerTime(database);
  const collections = database.collections as unknown as LocalCollections;
  const drafts = createDraftStore(database);
  // Before any screen sees the store. What cannot be stored now waits for the next start.
  await older
    ?.leaveOlderStore(userId, database, drafts)
    .catch((error) => console.warn('What an older window has left could not be stored yet', error));
  await takeOver(userId, database, drafts).catch((error) => console.warn('What was carried over could not be stored yet', error));
  const store: LocalStore = { userId, database, connection, collections, drafts, clock: pageClock };
  whenIdle(() => {
    if (closed) return;
    writeIdsOf(store).catch((error: unknown) => console.warn('What waits could not be read yet', error));
    discardSentDrafts(store).catch((error: unknown) => console.warn('Sent drafts could not be looked for yet', error));
  });
  return {
    store,
    async close(): Promise<void> {
      closed = true;
      following.unsubscribe();
      connection.close();
      if (!database.closed) await database.close();
    },
  };
}

function open(userId: string): Opened {
  const users = new Set<StoreUser>();
  const reopenAfter = createReopening();
  let stopped = false;
  let reopening = false;
  const replication = prepareReplication();
  let channels: readonly BroadcastChannel[] = [];

  /** The member may also sign out in a window of an earlier version. */
  function listen(): readonly BroadcastChannel[] {
    return [syncChannelName(userId), olderChannelName(userId)].map((name) => {
      const opened = new BroadcastChannel(name);
      opened.addEventListener('message', (event: MessageEvent<SyncMessage>) => {
        if (event.data.type === 'close') void leave();
      });
      return opened;
    });
  }
  const stopListening = () => {
    for (const channel of channels) channel.close();
  };

  const opening = async () => {
    await eraseOwed();
    if (hasErasureDebt(userId)) throw new Error('Another window still holds what signing out was to erase');
    // Before the store exists: a store that is still opening when its member signs out must not stay behind.
    if (!stopped && channels.length === 0) {
      channels = listen();
      // A sign-out before this moment was not heard.
      if (!isSignedIn(userId)) throw new Error('Its member has signed out');
    }
    const once = await openOnce(userId, () => {
      for (const user of users) user.onMoving();
    });
    if (!stopped) return once;
    await once.close();
    throw new Error('The store was closed while it opened');
  };

  let latest = closing.then(opening);
  latest
    .then(() => {
      if (!stopped) replication.start(userId);
      void navigator.storage?.persist?.().catch(() => false);
    })
    .catch(() => {
      if (!stopped) void replication.stop();
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
    if (current === opened) current = null;
    stopListening();
    forgetLoss();
    forgetOutdating();
    const last = await latest.catch(() => null);
    void replication.stop();
    await last?.close();
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
      // They signed in again before this page heard of it: what it shows and remembers comes from the erased store.
      if (users.size > 0) location.reload();
      return;
    }
    addErasureDebt(userId);
    await eraseOwed();
  }
  return opened;
}

/** Opens the store of a member, once. Call `release` when it is no longer used. */
export function acquireStore(userId: string, user: StoreUser): { readonly store: Promise<LocalStore>; readonly release: () => void } {
  if (current && current.userId !== userId) closing = current.close().catch(() => undefined);
  current = current?.userId === userId ? current : open(userId);
  const mine = current;
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

import { browserStorage, createReopening, onStorageLost } from '../../schemas/local/browser-storage.ts';
import { countUnsent } from '../../schemas/local/count-unsent.ts';
import { type LocalCollections, type LocalDatabase, openLocalDatabase } from '../../schemas/local/open-database.ts';
import { type SyncMessage, syncChannelName } from '../../schemas/local/sync-status.ts';
import { createConnectionSource } from './connection-source.ts';
import { createDraftStore } from './draft-store.ts';
import { eraseDatabase } from './erase-database.ts';
import type { LocalStore } from './local-store.tsx';
import { registerStore } from './session.ts';
import { prepareReplication } from './start-worker.ts';

/**
 * One open store for each page, however often it is mounted. It outlives a remount (React's StrictMode mounts twice) and is
 * closed when nobody uses it any more, when somebody signs out in any tab, or when another member signs in. Where the browser
 * takes the storage away it is opened anew, and whoever uses it gets the new one.
 */
export interface StoreUser {
  /** the store was opened anew: what was got from the one before is closed */
  readonly onReopened: (store: LocalStore) => void;
  /** a newer version of the app has moved the store on */
  readonly onOutdated: () => void;
}

interface Opened {
  readonly userId: string;
  readonly store: () => Promise<LocalStore>;
  readonly close: () => Promise<void>;
  readonly users: Set<StoreUser>;
}

const CLOSE_AFTER_MS = 200;
const CLOSED_LIMIT_MS = 1500;
let current: Opened | null = null;
/** the store of the member before, which has to be closed before another opens */
let closing: Promise<void> = Promise.resolve();

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One opening of the database, with all that hangs on it. */
async function openOnce(userId: string, events: { readonly onOutdated: () => void; readonly close: () => Promise<void> }) {
  const database: LocalDatabase = await openLocalDatabase({ userId, storage: browserStorage(), multiInstance: true });
  let closed = false;
  // A newer version of the app moves the store on and closes it for the older ones.
  for (const collection of Object.values(database.collections)) {
    collection.onClose.push(() => {
      if (!closed) events.onOutdated();
    });
  }
  const connection = createConnectionSource(userId, database, () => void events.close());
  const forget = registerStore({
    userId,
    countUnsent: () => countUnsent(database),
    erase: () => {
      const erased = erase(userId, events.close);
      closing = erased.catch(() => undefined);
      return erased;
    },
  });
  const collections = database.collections as unknown as LocalCollections;
  const store: LocalStore = { userId, database, connection, collections, drafts: createDraftStore(database) };
  return {
    store,
    async close(): Promise<void> {
      closed = true;
      forget();
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

  const opening = async () => {
    const once = await openOnce(userId, {
      onOutdated: () => {
        if (!stopped && !reopening) for (const user of users) user.onOutdated();
      },
      close: () => opened.close(),
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
      if (!stopped) replication.stop();
      if (current === opened) current = null;
    });

  async function reopen(): Promise<void> {
    const before = await latest;
    for (;;) {
      await pause(reopenAfter());
      if (stopped) return;
      lostAgain = false;
      // What was taken away cannot be closed in good order.
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

  const opened: Opened = {
    userId,
    store: async () => (await latest).store,
    users,
    close: async () => {
      if (stopped) return;
      stopped = true;
      if (current === opened) current = null;
      forgetLoss();
      const last = await latest.catch(() => null);
      replication.stop();
      await last?.close();
    },
  };
  return opened;
}

/** Everybody closes, then the databases are deleted. Workers and other tabs are told, and waited for a moment. */
async function erase(userId: string, close: () => Promise<void>): Promise<void> {
  const channel = new BroadcastChannel(syncChannelName(userId));
  // The leading worker answers once it has closed; where there is none, nobody does.
  const closed = new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, CLOSED_LIMIT_MS);
    channel.addEventListener('message', (event: MessageEvent<SyncMessage>) => {
      if (event.data.type !== 'closed') return;
      clearTimeout(limit);
      resolve();
    });
  });
  const told: SyncMessage = { type: 'close' };
  channel.postMessage(told);
  await close();
  await closed;
  channel.close();
  await eraseDatabase(userId);
}

/** The store of a member, opened once; call `release` when it is no longer used. */
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

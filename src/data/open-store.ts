import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { countUnsent } from '../../schemas/local/count-unsent.ts';
import { type LocalCollections, type LocalDatabase, openLocalDatabase } from '../../schemas/local/open-database.ts';
import { type SyncMessage, syncChannelName } from '../../schemas/local/sync-status.ts';
import { createConnectionSource } from './connection-source.ts';
import { eraseDatabase } from './erase-database.ts';
import type { LocalStore } from './local-store.tsx';
import { registerStore } from './session.ts';
import { startReplication } from './start-worker.ts';

/**
 * One open store for each page, however often it is mounted. It outlives a remount (React's StrictMode mounts twice) and is
 * closed when nobody uses it any more, when somebody signs out in any tab, or when another member signs in.
 */
interface Opened {
  readonly userId: string;
  readonly store: Promise<LocalStore>;
  readonly close: () => Promise<void>;
  readonly outdated: Set<() => void>;
  users: number;
}

const CLOSE_AFTER_MS = 200;
const CLOSED_LIMIT_MS = 1500;
let current: Opened | null = null;
/** the store of the member before, which has to be closed before another opens */
let closing: Promise<void> = Promise.resolve();

function open(userId: string): Opened {
  let stopped = false;
  const undo: (() => void | Promise<void>)[] = [];
  const outdated = new Set<() => void>();

  const store = closing.then(async (): Promise<LocalStore> => {
    const database: LocalDatabase = await openLocalDatabase({ userId, storage: getRxStorageDexie(), multiInstance: true });
    const close = async () => {
      if (!database.closed) await database.close();
    };
    if (stopped) {
      await close();
      throw new Error('The store was closed while it opened');
    }
    undo.push(close);
    // A newer version of the app moves the store on and closes it for the older ones.
    for (const collection of Object.values(database.collections)) {
      collection.onClose.push(() => {
        if (!stopped) for (const tell of outdated) tell();
      });
    }
    const connection = createConnectionSource(userId, database, () => void opened.close());
    undo.push(() => connection.close());
    undo.push(startReplication(userId));
    undo.push(
      registerStore({
        userId,
        countUnsent: () => countUnsent(database),
        erase: () => {
          const erased = erase(userId, () => opened.close());
          closing = erased.catch(() => undefined);
          return erased;
        },
      }),
    );
    void navigator.storage?.persist?.().catch(() => false);
    return { userId, database, connection, collections: database.collections as unknown as LocalCollections };
  });

  const opened: Opened = {
    userId,
    store,
    outdated,
    users: 0,
    close: async () => {
      if (stopped) return;
      stopped = true;
      if (current === opened) current = null;
      await store.catch(() => null);
      for (const step of undo.reverse()) await step();
    },
  };
  store.catch(() => {
    if (current === opened) current = null;
  });
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
export function acquireStore(
  userId: string,
  onOutdated: () => void,
): { readonly store: Promise<LocalStore>; readonly release: () => void } {
  if (current && current.userId !== userId) closing = current.close().catch(() => undefined);
  current = current?.userId === userId ? current : open(userId);
  const mine = current;
  mine.users += 1;
  mine.outdated.add(onOutdated);
  return {
    store: mine.store,
    release: () => {
      mine.users -= 1;
      mine.outdated.delete(onOutdated);
      setTimeout(() => {
        if (mine.users === 0) closing = mine.close().catch(() => undefined);
      }, CLOSE_AFTER_MS);
    },
  };
}

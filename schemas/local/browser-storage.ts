import type { RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { keysFirst } from './keys-first.ts';

/**
 * RxDB's storage in IndexedDB, which says when the browser takes it away under an open database: somebody cleared the data of
 * the site, it was deleted by hand, or its process ended. All that is held is then gone or cannot be trusted, and whoever has
 * the database open opens it anew.
 */
const listeners = new Set<() => void>();

/** Calls back whenever a store of this realm is taken away, once for each of them. */
export function onStorageLost(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const lost = () => {
  for (const listener of [...listeners]) listener();
};

export function browserStorage(): RxStorage<unknown, unknown> {
  return getRxStorageDexie({
    onCreate: (store) => {
      store.use(keysFirst);
      const watch = () => {
        const connection = store.backendDB();
        connection.addEventListener('close', lost);
        connection.addEventListener('versionchange', ({ newVersion }) => {
          if (newVersion === null) lost();
        });
      };
      store.on('ready', watch, true);
      return Promise.resolve();
    },
  }) as RxStorage<unknown, unknown>;
}

const QUIET_MS = 300;
const LONGEST_MS = 30_000;
const CALM_AFTER_MS = 60_000;

/**
 * How long to wait before a store is opened anew: a moment, since all its parts go one after the other, and longer each time
 * where it is taken again soon, so that nobody opens it in a loop.
 */
export function createReopening(now: () => number = Date.now): () => number {
  let times = 0;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - last > CALM_AFTER_MS) times = 0;
    last = now();
    times += 1;
    return Math.min(LONGEST_MS, QUIET_MS * 3 ** (times - 1));
  };
}

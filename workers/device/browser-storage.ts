import type { RxStorage } from 'rxdb';
import { createTopic } from '../../schemas/base/topic.ts';
import { createStorage } from './store/storage.ts';

/**
 * The store in IndexedDB, and what may happen to it under an open database: the browser takes it away (somebody cleared the data of the
 * site, it was deleted by hand, its process ended), and whoever has the database open opens it anew; or a newer version of the app moves
 * it on, and it is closed here.
 */
const lost = createTopic();
const outdated = createTopic();

/** Calls back whenever a store of this realm is taken away. */
export const onStorageLost = lost.subscribe;
/** Calls back when a newer version of the app has moved a store of this realm on. */
export const onStorageOutdated = outdated.subscribe;

export const browserStorage = (): RxStorage<unknown, unknown> =>
  createStorage({ indexedDB, IDBKeyRange }, { onLost: lost.announce, onOutdated: outdated.announce });

const QUIET_MS = 300;
const LONGEST_MS = 30_000;
const CALM_AFTER_MS = 60_000;

/**
 * How long to wait before a store is opened anew: a moment, and longer each time
 * where it is taken again soon, so that nobody opens it in a loop.
 */
export function createReopening(now: () => number = () => performance.now()): () => number {
  let times = 0;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - last > CALM_AFTER_MS) times = 0;
    last = now();
    times += 1;
    return Math.min(LONGEST_MS, QUIET_MS * 3 ** (times - 1));
  };
}

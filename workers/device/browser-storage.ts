import type { RxStorage } from 'rxdb';
import type { Realm } from '../../schemas/base/realm.ts';
import { createTopic } from '../../schemas/base/topic.ts';
import { createStorage } from './store/storage.ts';

/**
 * The store in IndexedDB, and what may happen to it while the database is open. The browser may take it away: the member cleared the
 * site's data, somebody deleted it by hand, or the browser's storage process ended. The owner of the database then opens it again. Or a
 * newer version of the app upgrades it, and it is closed here.
 */
const lost = createTopic();
const outdated = createTopic();

/** Calls back whenever a store of this realm was taken away. */
export const onStorageLost = lost.subscribe;
/** Calls back when a newer version of the app has upgraded a store of this realm. */
export const onStorageOutdated = outdated.subscribe;

export const browserStorage = (): RxStorage<unknown, unknown> =>
  createStorage({ indexedDB, IDBKeyRange }, { onLost: lost.announce, onOutdated: outdated.announce });

const QUIET_MS = 300;
const LONGEST_MS = 30_000;
const CALM_AFTER_MS = 60_000;

/**
 * How long to wait before a store is reopened: a moment at first, and longer each time it is taken away again soon, so that it is not
 * reopened in a tight loop.
 */
export function createReopening(realm: Pick<Realm, 'performance'> = globalThis): () => number {
  let times = 0;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = realm.performance.now();
    if (now - last > CALM_AFTER_MS) times = 0;
    last = now;
    times += 1;
    return Math.min(LONGEST_MS, QUIET_MS * 3 ** (times - 1));
  };
}

import { addRxStorageMultiInstanceSupport, ensureRxStorageInstanceParamsAreCorrect, RXDB_VERSION, type RxStorage } from 'rxdb';
import { createConnections, type Place, type StoreEvents } from './connections.ts';
import { type Layout, presentLayout } from './layout.ts';
import { createTableInstance } from './table-instance.ts';

/** Not the name of RxDB's own storage: what a tab with an older version of the app reports about its databases does not concern these. */
const NAME = 'kith-one-database';

/**
 * An RxDB storage in one IndexedDB database, with a table for each collection. RxDB's own makes a database for each collection. The
 * tables are those of the layout. All of it opens, fails, is upgraded and is taken away together.
 */
export function createStorage(place: Place, fate: Partial<StoreEvents> = {}, layout: Layout = presentLayout): RxStorage<unknown, unknown> {
  const connect = createConnections(layout, place, { onLost: () => {}, onOutdated: () => {}, ...fate });
  return {
    name: NAME,
    rxdbVersion: RXDB_VERSION,
    async createStorageInstance(params) {
      ensureRxStorageInstanceParamsAreCorrect(params);
      const instance = createTableInstance(params, await connect(params.databaseName));
      addRxStorageMultiInstanceSupport(NAME, params, instance);
      return instance;
    },
  };
}

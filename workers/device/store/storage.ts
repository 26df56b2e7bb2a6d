import { addRxStorageMultiInstanceSupport, ensureRxStorageInstanceParamsAreCorrect, RXDB_VERSION, type RxStorage } from 'rxdb';
import { createConnections, type Fate, type Place } from './connections.ts';
import { type Layout, presentLayout } from './layout.ts';
import { createTableInstance } from './table-instance.ts';

/** Not that of RxDB's own: what a tab of an older version of the app tells of its databases is not about these. */
const NAME = 'kith-one-database';

/**
 * RxDB's storage in one IndexedDB database with a table for each collection, where RxDB's own makes a database of each. The tables are
 * those of the layout. The whole of it opens, fails, is upgraded and is taken away at once.
 */
export function createStorage(place: Place, fate: Partial<Fate> = {}, layout: Layout = presentLayout): RxStorage<unknown, unknown> {
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

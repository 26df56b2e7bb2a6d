import {
  type EventBulk,
  ensureRxStorageInstanceParamsAreCorrect,
  RXDB_VERSION,
  type RxStorage,
  type RxStorageChangeEvent,
  type RxStorageInstance,
} from 'rxdb';
import { map } from 'rxjs';
import { createConnections, type IndexedDbApi, type StoreEvents } from './connections.ts';
import { type Layout, presentLayout } from './layout.ts';
import { type Fill, fillOf } from './optional-fields.ts';
import { hasNoRow, STORAGE_NAME, shareChanges } from './share-changes.ts';
import { createTableInstance } from './table-instance.ts';

type Change = RxStorageChangeEvent<object>;

function filledChange<E extends Change>(event: E, fill: Fill): E {
  const { documentData, previousDocumentData } = event;
  return { ...event, documentData: fill(documentData), previousDocumentData: previousDocumentData && fill(previousDocumentData) };
}

/** Fills the rows of reported changes. Those of another tab come from there, where another version of the app may run. */
function fillChanges(instance: RxStorageInstance<never, unknown, unknown>, fill: Fill): void {
  const changeStream = instance.changeStream.bind(instance);
  const filled = <B extends EventBulk<Change, unknown>>(bulk: B): B => ({
    ...bulk,
    events: bulk.events.map((event) => (hasNoRow(event) ? event : filledChange(event, fill))),
  });
  instance.changeStream = () => changeStream().pipe(map((bulk) => filled(bulk as never)));
}

/**
 * An RxDB storage in one IndexedDB database, with a table for each collection. RxDB's own makes a database for each collection. The
 * tables are those of the layout. All of it opens, fails, is upgraded and is taken away together. Whatever leaves a table has all optional
 * fields.
 */
export function createStorage(
  api: IndexedDbApi,
  fate: Partial<StoreEvents> = {},
  layout: Layout = presentLayout,
): RxStorage<unknown, unknown> {
  const connect = createConnections(layout, api, { onLost: () => {}, onOutdated: () => {}, ...fate });
  return {
    name: STORAGE_NAME,
    rxdbVersion: RXDB_VERSION,
    async createStorageInstance(params) {
      ensureRxStorageInstanceParamsAreCorrect(params);
      const fill = fillOf(params.schema);
      const instance = createTableInstance(params, await connect(params.databaseName), fill);
      shareChanges(params, instance, api.BroadcastChannel);
      if (fill) fillChanges(instance as never, fill);
      return instance;
    },
  };
}

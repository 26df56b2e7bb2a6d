import type { RxCollection } from 'rxdb';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { AnyLocalRow } from '../local-row.ts';
import type { LocalDatabase } from '../open-local-database.ts';
import { inOneTransaction } from '../store/one-transaction.ts';
import type { StoredRow } from '../write-rows.ts';
import type { CollectionStatics } from './collection-statics.ts';
import { sendPosition } from './send-position.ts';

/** A row that was written on this device and that the server has yet to accept. `_deleted`: it was deleted. */
export interface PendingRow {
  readonly collection: CollectionName;
  readonly row: StoredRow;
}

const collectionsOf = (database: LocalDatabase) =>
  Object.entries(database.collections) as unknown as readonly (readonly [CollectionName, RxCollection<AnyLocalRow>])[];

/** The pending rows of one collection, including deleted ones (which queries never return). */
export const pendingRows = (collection: RxCollection<AnyLocalRow>): Promise<StoredRow[]> =>
  (collection as typeof collection & CollectionStatics).pendingRows();

/** The same rows in the order in which they are sent: the order of writing, across collections. */
export function inSendOrder<P extends PendingRow>(rows: readonly P[]): P[] {
  const position = ({ row }: P) => sendPosition(row);
  return rows.toSorted((a, b) => (position(a) < position(b) ? -1 : position(a) > position(b) ? 1 : 0));
}

/** All pending rows of this device. */
export async function readPendingRows(database: LocalDatabase): Promise<PendingRow[]> {
  const all = collectionsOf(database);
  const read = async ([name, collection]: (typeof all)[number]) =>
    (await pendingRows(collection)).map((row): PendingRow => ({ collection: name, row }));
  const found = await inOneTransaction(
    all.map(([, collection]) => collection),
    () => Promise.all(all.map(read)),
  );
  return found.flat();
}

/** Calls back with the new state of each row that is written, in any tab, until the returned function is called or the database closes. */
export function followRows(database: LocalDatabase, onRow: (collection: CollectionName, row: StoredRow) => void): () => void {
  const subscriptions = collectionsOf(database).map(([name, { storageInstance }]) =>
    storageInstance.changeStream().subscribe(({ events }) => {
      for (const { documentData } of events) onRow(name, documentData as unknown as StoredRow);
    }),
  );
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}

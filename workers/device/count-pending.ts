import { normalizeMangoQuery, prepareQuery, type RxCollection } from 'rxdb';
import type { AnyLocalRow } from './local-row.ts';
import type { LocalDatabase } from './open-database.ts';

type Stored = AnyLocalRow & { _deleted: boolean };

/** The pending rows of one collection, including deleted ones (which queries never return). */
export async function pendingRows(collection: RxCollection<AnyLocalRow>): Promise<Stored[]> {
  const schema = collection.schema.jsonSchema;
  const answers = await Promise.all(
    [false, true].map((deleted) =>
      collection.storageInstance.query(
        prepareQuery(
          schema,
          normalizeMangoQuery(schema, {
            selector: { _deleted: { $eq: deleted }, unsent: { $eq: 1 } } as never,
            index: ['_deleted', 'unsent', 'id'] as never,
          }),
        ),
      ),
    ),
  );
  return answers.flatMap((answer) => answer.documents as unknown as Stored[]);
}

/** The count of pending rows on this device. */
export async function countPending(database: LocalDatabase): Promise<number> {
  const collections = Object.values(database.collections) as unknown as RxCollection<AnyLocalRow>[];
  const counts = await Promise.all(collections.map(async (collection) => (await pendingRows(collection)).length));
  return counts.reduce((sum, count) => sum + count, 0);
}

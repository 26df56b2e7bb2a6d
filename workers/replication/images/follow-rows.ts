import { normalizeMangoQuery, prepareQuery, type RxCollection } from 'rxdb';
import type { AnyLocalRow } from '../../device/local-row.ts';
import { rowsById, type StoredRow } from '../../device/write-rows.ts';

/**
 * The rows of a collection, each read once, and afterwards only rows that changed, in any tab. Changes can be announced in another order than
 * they were made, so an announcement only says which rows to read.
 */
export interface FollowedRows {
  /** Reads what changed since the last call, which must have ended. Afterwards `take` has got each row as it was after this call began. */
  read(): Promise<void>;
  close(): void;
}

/** `take` is called with each row that was read, and without one for an id that no row has. `onChange` when there is something to read. */
export function followRows(
  collection: RxCollection<AnyLocalRow>,
  take: (rowId: string, row: StoredRow | undefined) => void,
  onChange: () => void,
): FollowedRows {
  /** rows that are still to be read: these, or all */
  let unread: Set<string> | 'all' = 'all';
  const subscription = collection.storageInstance.changeStream().subscribe(({ events }) => {
    if (unread !== 'all') for (const { documentId } of events) unread.add(documentId);
    onChange();
  });
  return {
    async read() {
      const now = unread;
      if (now !== 'all' && now.size === 0) return;
      const since = new Set<string>();
      unread = since;
      try {
        const rows = now === 'all' ? await allRows(collection) : await rowsById(collection, [...now]);
        for (const id of now === 'all' ? rows.keys() : now) {
          const row = rows.get(id);
          take(id, row?._deleted ? undefined : row);
        }
      } catch (error) {
        unread = now === 'all' ? 'all' : new Set([...now, ...since]);
        throw error;
      }
    },
    close: () => subscription.unsubscribe(),
  };
}

async function allRows({ schema, storageInstance }: RxCollection<AnyLocalRow>): Promise<Map<string, StoredRow>> {
  const query = normalizeMangoQuery(schema.jsonSchema, { selector: { _deleted: { $eq: false } } as never });
  const { documents } = await storageInstance.query(prepareQuery(schema.jsonSchema, query));
  return new Map((documents as unknown as StoredRow[]).map((row) => [row.id, row]));
}

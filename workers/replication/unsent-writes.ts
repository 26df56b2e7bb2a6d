import type { RxCollection } from 'rxdb';
import type { Subscription } from 'rxjs';
import { unsentRows } from '../../schemas/local/count-unsent.ts';
import type { AnyLocalRow } from '../../schemas/local/local-row.ts';
import { placeOf } from '../../schemas/local/write-place.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';

/**
 * The writes of this device that the server has not accepted, in all collections, as far as this realm knows: read from the
 * `unsent` indexes, then kept current by the change streams, which bring the writes of all tabs. It says what is still to be
 * waited for, so that a later write never overtakes an earlier one of another collection.
 */
export interface UnsentWrite {
  readonly collection: CollectionName;
  readonly id: string;
  readonly writeId: string;
  readonly place: string;
  /** since when this realm knows of it, by `performance.now()` */
  readonly since: number;
  /** the row as it was stored, which outlives a storage that is taken away */
  readonly stored: AnyLocalRow & { readonly _deleted?: boolean };
}

export interface UnsentWrites {
  all(): Iterable<UnsentWrite>;
  count(): number;
  /** The write is known after all to be done, or was found in a collection that handed it over. */
  note(collection: CollectionName, row: AnyLocalRow & { readonly _deleted?: boolean }): void;
  /** Reads the indexes again: a tab that was killed may have stored a write and told nobody. */
  read(): Promise<void>;
  close(): void;
}

const keyOf = (collection: CollectionName, id: string) => `${collection} ${id}`;

export async function followUnsentWrites(
  collections: ReadonlyMap<CollectionName, RxCollection<AnyLocalRow>>,
  onChange: () => void,
): Promise<UnsentWrites> {
  const writes = new Map<string, UnsentWrite>();
  /** of which rows events told since the reading that is under way began */
  let heard: Set<string> | null = null;
  let reading: Promise<void> | null = null;

  const note: UnsentWrites['note'] = (collection, row) => {
    const key = keyOf(collection, row.id);
    heard?.add(key);
    const before = writes.get(key);
    if (row.unsent !== 1) {
      if (writes.delete(key)) onChange();
    } else if (before?.writeId !== row.write_id) {
      writes.set(key, { collection, id: row.id, writeId: row.write_id, place: placeOf(row), since: performance.now(), stored: row });
      onChange();
    }
  };

  const subscriptions: Subscription[] = [];
  for (const [name, collection] of collections) {
    subscriptions.push(
      collection.storageInstance.changeStream().subscribe((bulk) => {
        for (const event of bulk.events) note(name, event.documentData as unknown as AnyLocalRow);
      }),
    );
  }
  async function readAll(): Promise<void> {
    const told = new Set<string>();
    heard = told;
    try {
      const stored = await Promise.all([...collections].map(async ([name, collection]) => ({ name, rows: await unsentRows(collection) })));
      heard = null;
      for (const { name, rows } of stored) {
        // What an event told in the meantime is newer than what was read.
        for (const row of rows) if (!told.has(keyOf(name, row.id))) note(name, row);
      }
    } finally {
      heard = null;
    }
  }
  const read = () => {
    reading ??= readAll().finally(() => {
      reading = null;
    });
    return reading;
  };
  await read();

  return {
    all: () => writes.values(),
    count: () => writes.size,
    note,
    read,
    close: () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}

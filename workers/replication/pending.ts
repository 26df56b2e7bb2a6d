import type { RxCollection } from 'rxdb';
import type { Subscription } from 'rxjs';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { pendingRows } from '../device/count-pending.ts';
import type { AnyLocalRow } from '../device/local-row.ts';
import { sendPosition } from '../device/write-place.ts';

/**
 * The pending rows of this device in all collections. They are read from the store's indexes and kept current by its change events, which
 * include the writes of all tabs. A tab that is killed may store a write and send no event, so `read` reads them again.
 */
export interface PendingRows {
  readonly count: number;
  has(collection: CollectionName, id: string): boolean;
  /** in the order in which they are sent: the order of writing, across collections */
  inOrder(): PendingRow[];
  /** Takes over the current state of a stored row. */
  update(collection: CollectionName, row: PendingState): void;
  /** Reads the indexes again. */
  read(): Promise<void>;
  close(): void;
}

export interface PendingRow {
  readonly collection: CollectionName;
  readonly id: string;
  readonly writeId: string;
  /** see `sendPosition` */
  readonly place: string;
  /** the row as it was stored, which survives in memory if the store is taken away */
  readonly stored: PendingState;
}
type PendingState = AnyLocalRow & { readonly _deleted?: boolean };

const keyOf = (collection: CollectionName, id: string) => `${collection} ${id}`;

export async function trackPending(
  collections: ReadonlyMap<CollectionName, RxCollection<AnyLocalRow>>,
  onChange: () => void,
): Promise<PendingRows> {
  const rows = new Map<string, PendingRow>();
  /** rows with an event since the running read began: the events are newer */
  let heard: Set<string> | null = null;
  let reading: Promise<void> | null = null;

  const update: PendingRows['update'] = (collection, row) => {
    const key = keyOf(collection, row.id);
    heard?.add(key);
    const before = rows.get(key);
    if (row.unsent !== 1) {
      if (rows.delete(key)) onChange();
    } else {
      rows.set(key, { collection, id: row.id, writeId: row.write_id, place: sendPosition(row), stored: row });
      if (before?.writeId !== row.write_id) onChange();
    }
  };

  async function readAll(): Promise<void> {
    const told = new Set<string>();
    heard = told;
    try {
      const stored = await Promise.all([...collections].map(async ([name, collection]) => ({ name, rows: await pendingRows(collection) })));
      heard = null;
      for (const { name, rows: found } of stored) for (const row of found) if (!told.has(keyOf(name, row.id))) update(name, row);
    } finally {
      heard = null;
    }
  }

  const subscriptions: Subscription[] = [...collections].map(([name, collection]) =>
    collection.storageInstance.changeStream().subscribe((bulk) => {
      for (const event of bulk.events) update(name, event.documentData as unknown as AnyLocalRow);
    }),
  );
  const pending: PendingRows = {
    get count() {
      return rows.size;
    },
    has: (collection, id) => rows.has(keyOf(collection, id)),
    inOrder: () => [...rows.values()].sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0)),
    update: update,
    read() {
      reading ??= readAll().finally(() => {
        reading = null;
      });
      return reading;
    },
    close() {
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
  await pending.read();
  return pending;
}

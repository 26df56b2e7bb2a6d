import { isMarkOfRead } from '../../../schemas/profiles/mark-of-read.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { LocalDatabase } from '../open-local-database.ts';
import type { StoredRow } from '../write-rows.ts';
import { followRows, inSendOrder, type PendingRow, readPendingRows } from './pending-rows.ts';

/**
 * The pending rows of this device in all collections. They are read from the store's indexes and kept current by its change events, which
 * include the writes of all tabs. A tab that is killed may store a write and send no event, so `read` reads them again.
 */
export interface PendingRows {
  readonly count: number;
  /** the writes that only say that something was read */
  marks(): string[];
  has(collection: CollectionName, id: string): boolean;
  /** the greatest write id among them; empty if there is none */
  greatestWrite(): string;
  /** in the order in which they are sent */
  inOrder(): PendingRow[];
  /** Takes over the current state of a stored row. */
  update(collection: CollectionName, row: StoredRow): void;
  /** Reads the indexes again. */
  read(): Promise<void>;
  close(): void;
}

const keyOf = (collection: CollectionName, id: string) => `${collection} ${id}`;

export async function trackPending(database: LocalDatabase, onChange: () => void): Promise<PendingRows> {
  const rows = new Map<string, PendingRow>();
  /** rows with an event since the running read began: the events are newer */
  let heard: Set<string> | null = null;
  let reading: Promise<void> | null = null;

  function update(collection: CollectionName, row: StoredRow): void {
    const key = keyOf(collection, row.id);
    heard?.add(key);
    const before = rows.get(key);
    if (row.pending !== 1) {
      if (rows.delete(key)) onChange();
    } else {
      rows.set(key, { collection, row });
      if (before?.row.write_id !== row.write_id) onChange();
    }
  }

  async function readAll(): Promise<void> {
    const reported = new Set<string>();
    heard = reported;
    try {
      const stored = await readPendingRows(database);
      heard = null;
      for (const { collection, row } of stored) if (!reported.has(keyOf(collection, row.id))) update(collection, row);
    } finally {
      heard = null;
    }
  }

  const close = followRows(database, update);
  const pending: PendingRows = {
    get count() {
      return rows.size;
    },
    marks: () => [...rows.values()].flatMap(({ collection, row }) => (isMarkOfRead(collection, row) ? [row.write_id] : [])),
    has: (collection, id) => rows.has(keyOf(collection, id)),
    greatestWrite: () => [...rows.values()].reduce((greatest, { row }) => (row.write_id > greatest ? row.write_id : greatest), ''),
    inOrder: () => inSendOrder([...rows.values()]),
    update,
    read() {
      reading ??= readAll().finally(() => {
        reading = null;
      });
      return reading;
    },
    close,
  };
  await pending.read();
  return pending;
}

import { newId } from '../../../schemas/base/new-id.ts';
import { createTopic } from '../../../schemas/base/topic.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { lacksDiskSpace } from '../../../workers/device/lacks-disk-space.ts';
import { type Row, withSortKey } from '../../../workers/device/local-row.ts';
import { createRowWriter, type RowToWrite, type RowWriter } from '../../../workers/device/writes/row-writer.ts';
import type { LocalStore } from './local-store.tsx';
import { whileUnderWay } from './queries/under-way.ts';
import { writeIdsOf } from './write-ids.ts';

/** A row as it is created here. Its creation time follows from its write id. */
export type NewRow<C extends CollectionName> = RowToWrite<C>;

/**
 * The only way for a page to write what replicates (`row-writer.ts`). If a write failed because the disk is full, the connection learns of
 * that too, and every screen shows it until there is disk space.
 */
async function written<T>(store: LocalStore, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (lacksDiskSpace(error)) store.connection.outOfDiskSpace();
    throw error;
  }
}

const writerOf = (store: LocalStore): RowWriter =>
  createRowWriter(
    store,
    () => writeIdsOf(store),
    (write) => written(store, write),
  );

const writing = new Set<Promise<unknown>>();
const writingChanged = createTopic();

function tracked<T>(write: Promise<T>): Promise<T> {
  const settled = () => {
    writing.delete(write);
    writingChanged.announce();
  };
  writing.add(write);
  writingChanged.announce();
  write.then(settled, settled);
  return write;
}

/** Whether a write of this page is under way. */
export const isWriting = (): boolean => writing.size > 0;
/** Calls back when a write of this page begins or ends. */
export const onWriting = writingChanged.subscribe;

/** Resolves when no write of this page is under way any more. */
export async function writesSettled(): Promise<void> {
  await Promise.allSettled(writing);
}

/** What a member sees as soon as they have said it, or taken it back. */
const seenAtOnce: ReadonlySet<CollectionName> = new Set(['posts', 'comments', 'group_messages', 'reactions']);

/** Writes, and shows it in the queries of this page until the store has it. `row` is null for a deletion. */
function seen<C extends CollectionName, T>(store: LocalStore, collection: C, id: string, row: NewRow<C> | null, write: () => Promise<T>) {
  if (!seenAtOnce.has(collection)) return tracked(write());
  const created_at = new Date(store.clock.now()).toISOString();
  const local = row && withSortKey(collection, { created_at, ...row, scope: 0, write_id: '', pending: 1, assumed: [] } as const, false);
  return tracked(whileUnderWay(store.collections[collection], { id, row: local }, write));
}

/**
 * Adds a row, and resolves to whether it did: an existing row with this id (a reaction that was given twice) stays as it is. What a member
 * says is shown by the queries of this page at once.
 */
export const insert = <C extends CollectionName>(store: LocalStore, collection: C, row: NewRow<C>): Promise<boolean> =>
  seen(store, collection, row.id, row, () => writerOf(store).insert(collection, row));

/**
 * Adds the row that a text becomes, under the id that its draft has had from the beginning. So a text that is sent twice, from two tabs or
 * after a crash, is one row. If the row of this id says something else, the text gets another id. Resolves to the id of the row that has
 * the text.
 */
export async function insertText<C extends 'posts' | 'comments' | 'group_messages'>(
  store: LocalStore,
  collection: C,
  row: NewRow<C>,
  isSame: (existing: Row<C>) => boolean,
): Promise<string> {
  if (await insert(store, collection, row)) return row.id;
  const held = store.collections[collection] as unknown as { findOne(id: string): { exec(): Promise<Row<C> | null> } };
  const existing = await held.findOne(row.id).exec();
  if (existing && isSame(existing)) return row.id;
  const id = newId(store.clock.now(), store.realm);
  await insert(store, collection, { ...row, id });
  return id;
}

/** Changes fields of a row. Resolves to false if the row does not exist any more. */
export const change = <C extends CollectionName>(store: LocalStore, collection: C, id: string, patch: Partial<Row<C>>): Promise<boolean> =>
  tracked(writerOf(store).change(collection, id, patch));

/** Deletes a row. Resolves to false if the row does not exist any more. The queries of this page leave it out at once. */
export const remove = <C extends CollectionName>(store: LocalStore, collection: C, id: string): Promise<boolean> =>
  seen(store, collection, id, null, () => writerOf(store).remove(collection, id));

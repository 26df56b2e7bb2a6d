import type { RxCollection, RxDocument } from 'rxdb';
import { v7 as uuid } from 'uuid';
import { createTopic } from '../../../schemas/base/topic.ts';
import { writtenAt } from '../../../schemas/base/write-id.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { lacksDiskSpace } from '../../../workers/device/lacks-disk-space.ts';
import { type AnyLocalRow, type LocalFields, type Row, withSortKey } from '../../../workers/device/local-row.ts';
import { keepsBefore, type RowBefore, rowBeforeId } from '../../../workers/device/pending/row-before.ts';
import type { LocalStore } from './local-store.tsx';
import { writeIdsOf } from './write-ids.ts';

/**
 * The only way to write what replicates. Every write gets its own id and states which writes it was based on; the replication worker takes
 * it from there. A failed write has changed nothing. If it failed because the disk is full, the connection learns of that too, and every
 * screen shows it until there is disk space.
 */
async function written<T>(store: LocalStore, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (lacksDiskSpace(error)) store.connection.outOfDiskSpace();
    throw error;
  }
}

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

/** The write ids that the next write to this row is based on. */
function assumedOf(before: LocalFields): string[] {
  return before.pending ? [...before.assumed, before.write_id] : [before.write_id];
}

const collectionOf = (store: LocalStore, collection: CollectionName) =>
  store.collections[collection] as unknown as RxCollection<AnyLocalRow>;

async function find(store: LocalStore, collection: CollectionName, id: string): Promise<RxDocument<AnyLocalRow> | null> {
  return collectionOf(store, collection).findOne(id).exec();
}

/** A row as it is created here. Its creation time follows from its write id, so that pending rows are shown in the order of writing. */
export type NewRow<C extends CollectionName> = Omit<Row<C>, 'created_at'>;

// The schema is that of the open store: the screens that write need not load the shapes of all rows.
const creation = (collection: RxCollection<AnyLocalRow>, writeId: string) =>
  'created_at' in collection.schema.jsonSchema.properties ? { created_at: new Date(writtenAt(writeId)).toISOString() } : {};

/** Adds a row, and resolves to whether it did: an existing row with this id (a reaction that was given twice) stays as it is. */
export function insert<C extends CollectionName>(store: LocalStore, collection: C, row: NewRow<C>): Promise<boolean> {
  return tracked(insertRow(store, collection, row));
}

async function insertRow<C extends CollectionName>(store: LocalStore, collection: C, row: NewRow<C>): Promise<boolean> {
  const ids = await writeIdsOf(store);
  for (;;) {
    // A deleted row that comes back continues from the deletion, which may still be pending.
    const [before] = (await collectionOf(store, collection).storageInstance.findDocumentsById([row.id], true)) as unknown as (
      | (AnyLocalRow & { _deleted: boolean })
      | undefined
    )[];
    if (before && !before._deleted) return false;
    const write_id = ids.next(collection, row.id);
    const fields: LocalFields = { scope: 0, write_id, pending: 1, assumed: before?.pending ? assumedOf(before) : [] };
    const document = withSortKey(
      collection,
      { ...row, ...creation(collectionOf(store, collection), write_id), ...fields },
      false,
    ) as unknown as AnyLocalRow;
    try {
      await written(store, () => collectionOf(store, collection).insert(document));
      return true;
    } catch (error) {
      // Either the row exists now, or its deletion has been acknowledged: reading again shows which.
      if ((error as { code?: string }).code !== 'CONFLICT') throw error;
    }
  }
}

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
  const existing = (await find(store, collection, row.id)) as Row<C> | null;
  if (existing && isSame(existing)) return row.id;
  const id = uuid();
  await insert(store, collection, { ...row, id });
  return id;
}

/** Keeps an accepted row as it is, so that its change can be taken back before it is sent. */
async function keepBefore(store: LocalStore, collection: CollectionName, document: RxDocument<AnyLocalRow>): Promise<void> {
  const row = document.toJSON() as AnyLocalRow;
  if (row.pending === 1 || !keepsBefore(collection)) return;
  await written(store, () => store.database.upsertLocal<RowBefore>(rowBeforeId(collection, row.id), { row }));
}

/** Changes fields of a row. Resolves to false if the row does not exist any more. */
export function change<C extends CollectionName>(store: LocalStore, collection: C, id: string, patch: Partial<Row<C>>): Promise<boolean> {
  return tracked(changeRow(store, collection, id, patch));
}

/** The row was removed elsewhere before this write. */
const removedElsewhere = new Error('The row is gone');

/**
 * Writes to a row in its latest state. Resolves to false if the row was removed by then: a removal between reading and writing must not
 * become a deletion by this member.
 */
async function modify(store: LocalStore, collection: CollectionName, document: RxDocument<AnyLocalRow>, patch: object): Promise<boolean> {
  const ids = await writeIdsOf(store);
  try {
    await written(store, () =>
      document.incrementalModify((before) => {
        if ((before as { readonly _deleted?: boolean })._deleted) throw removedElsewhere;
        return { ...before, ...patch, assumed: assumedOf(before), write_id: ids.next(collection, before.id), pending: 1 as const };
      }),
    );
    return true;
  } catch (error) {
    if (error === removedElsewhere) return false;
    throw error;
  }
}

async function changeRow<C extends CollectionName>(store: LocalStore, collection: C, id: string, patch: Partial<Row<C>>): Promise<boolean> {
  const document = await find(store, collection, id);
  if (!document) return false;
  await keepBefore(store, collection, document);
  if (await modify(store, collection, document, patch)) return true;
  await (await store.database.getLocal(rowBeforeId(collection, id)))?.remove();
  return false;
}

/** Deletes a row. Resolves to false if the row does not exist any more. */
export function remove<C extends CollectionName>(store: LocalStore, collection: C, id: string): Promise<boolean> {
  return tracked(removeRow(store, collection, id));
}

async function removeRow<C extends CollectionName>(store: LocalStore, collection: C, id: string): Promise<boolean> {
  const document = await find(store, collection, id);
  return document !== null && modify(store, collection, document, { _deleted: true });
}

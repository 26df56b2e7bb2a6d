import type { RxCollection, RxDocument } from 'rxdb';
import { newId } from '../../../schemas/base/new-id.ts';
import type { Realm } from '../../../schemas/base/realm.ts';
import { type WriteId, writtenAt } from '../../../schemas/base/write-id.ts';
import { settingId } from '../../../schemas/profiles/setting-keys.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { type AnyLocalRow, type LocalFields, type Row, withSortKey } from '../local-row.ts';
import type { LocalCollections, LocalDatabase } from '../open-local-database.ts';
import { keepsBefore, type RowBefore, rowBeforeId } from '../pending/row-before.ts';
import type { PendingRows } from '../pending/track-pending.ts';

/**
 * Writes what replicates, in a page and in the service worker alike. Every write gets its own id and states which writes it was based on; the
 * sync loop takes it from there. A failed write has changed nothing.
 */

/** A row as it is created here. Its creation time follows from its write id, so that pending rows are shown in the order of writing. */
export type RowToWrite<C extends CollectionName> = Omit<Row<C>, 'created_at'>;

/**
 * Creates the ids of this device's writes. Each is greater than the id of every pending write, whichever realm made it, since pending writes
 * are sent in the order of their ids. By the clock alone, a clock that is set back while the app is closed would send a comment before its
 * post.
 */
export interface WriteIds {
  /** The id for the next write to this row. */
  next(collection: CollectionName, id: string): WriteId;
  /** The id of this realm's last write to this row, if it has written to it. */
  last(collection: CollectionName, id: string): WriteId | undefined;
}

export function createWriteIds(
  pending: Pick<PendingRows, 'greatestWrite'>,
  now: () => number,
  realm: Pick<Realm, 'crypto'> = globalThis,
): WriteIds {
  const written = new Map<string, WriteId>();
  let greatest = '';
  return {
    next(collection, id) {
      const others = pending.greatestWrite();
      if (others > greatest) greatest = others;
      const msecs = Math.max(now(), greatest === '' ? 0 : writtenAt(greatest) + 1);
      greatest = newId(msecs, realm);
      written.set(`${collection} ${id}`, greatest);
      return greatest;
    },
    last: (collection, id) => written.get(`${collection} ${id}`),
  };
}

export interface RowWriter {
  /** Adds a row, and resolves to whether it did: an existing row with this id (a reaction that was given twice) stays as it is. */
  insert<C extends CollectionName>(collection: C, row: RowToWrite<C>): Promise<boolean>;
  /** Changes fields of a row. Resolves to false if the row does not exist any more. */
  change<C extends CollectionName>(collection: C, id: string, patch: Partial<Row<C>>): Promise<boolean>;
  /** Deletes a row. Resolves to false if the row does not exist any more. */
  remove(collection: CollectionName, id: string): Promise<boolean>;
}

/** Creates or changes one of the member's settings, by its key (`setting-kinds.ts`). */
export async function writeSettingBy(
  { change, insert }: Pick<RowWriter, 'change' | 'insert'>,
  userId: string,
  key: string,
  value: string,
): Promise<void> {
  const id = settingId(userId, key);
  if (!(await change('settings', id, { value }))) await insert('settings', { id, user_id: userId, key, value });
}

/** The write ids that the next write to this row is based on. */
function assumedOf(before: LocalFields): string[] {
  return before.pending ? [...before.assumed, before.write_id] : [before.write_id];
}

/** The row was removed elsewhere before this write. */
const removedElsewhere = new Error('The row is gone');

/** `attempt` runs each write to the store, and may take note of how it fails. */
export function createRowWriter(
  store: { readonly collections: LocalCollections; readonly database: LocalDatabase },
  writeIds: () => Promise<WriteIds>,
  attempt: <T>(write: () => Promise<T>) => Promise<T>,
): RowWriter {
  const collectionOf = (collection: CollectionName) => store.collections[collection] as unknown as RxCollection<AnyLocalRow>;
  const find = (collection: CollectionName, id: string): Promise<RxDocument<AnyLocalRow> | null> =>
    collectionOf(collection).findOne(id).exec();
  // The schema is that of the open store: the screens that write need not load the shapes of all rows.
  const creation = (collection: RxCollection<AnyLocalRow>, writeId: string) =>
    'created_at' in collection.schema.jsonSchema.properties ? { created_at: new Date(writtenAt(writeId)).toISOString() } : {};

  /** Keeps an accepted row as it is, so that its change can be taken back before it is sent. */
  async function keepBefore(collection: CollectionName, document: RxDocument<AnyLocalRow>): Promise<void> {
    const row = document.toJSON() as AnyLocalRow;
    if (row.pending === 1 || !keepsBefore(collection)) return;
    await attempt(() => store.database.upsertLocal<RowBefore>(rowBeforeId(collection, row.id), { row }));
  }

  /**
   * Writes to a row in its latest state. Resolves to false if the row was removed by then: a removal between reading and writing must not
   * become a deletion by this member.
   */
  async function modify(collection: CollectionName, document: RxDocument<AnyLocalRow>, patch: object): Promise<boolean> {
    const ids = await writeIds();
    try {
      await attempt(() =>
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

  return {
    async insert(collection, row) {
      const ids = await writeIds();
      for (;;) {
        // A deleted row that comes back continues from the deletion, which may still be pending.
        const [before] = (await collectionOf(collection).storageInstance.findDocumentsById([row.id], true)) as unknown as (
          | (AnyLocalRow & { _deleted: boolean })
          | undefined
        )[];
        if (before && !before._deleted) return false;
        const write_id = ids.next(collection, row.id);
        const fields: LocalFields = { scope: 0, write_id, pending: 1, assumed: before?.pending ? assumedOf(before) : [] };
        const document = withSortKey(
          collection,
          { ...row, ...creation(collectionOf(collection), write_id), ...fields },
          false,
        ) as unknown as AnyLocalRow;
        try {
          await attempt(() => collectionOf(collection).insert(document));
          return true;
        } catch (error) {
          // Either the row exists now, or its deletion has been acknowledged: reading again shows which.
          if ((error as { code?: string }).code !== 'CONFLICT') throw error;
        }
      }
    },
    async change(collection, id, patch) {
      const document = await find(collection, id);
      if (!document) return false;
      await keepBefore(collection, document);
      if (await modify(collection, document, patch)) return true;
      await (await store.database.getLocal(rowBeforeId(collection, id)))?.remove();
      return false;
    },
    async remove(collection, id) {
      const document = await find(collection, id);
      return document !== null && modify(collection, document, { _deleted: true });
    },
  };
}

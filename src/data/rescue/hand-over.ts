import type { RxCollection } from 'rxdb';
import { collectionNames } from '../../../schemas/protocol/collections.ts';
import { modifyLocal } from '../../../workers/device/local-documents.ts';
import type { AnyLocalRow } from '../../../workers/device/local-row.ts';
import type { LocalDatabase } from '../../../workers/device/open-local-database.ts';
import { addRefused, type Outbox } from '../../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../../workers/device/outbox-id.ts';
import { strictly } from '../../../workers/device/store/durability.ts';
import { type StoredRow, writeRows } from '../../../workers/device/write-rows.ts';
import { type CarriedDocument, type CarriedRow, forgetCarried, readCarried } from './carried-writes.ts';

/**
 * Puts what was carried over from a cleared store into the store that has just been opened. Repeating it, or doing it in two tabs at once,
 * changes nothing more: what exists stays, and each write keeps its id.
 */
export async function handOver(userId: string, database: LocalDatabase): Promise<void> {
  const carried = await readCarried(userId);
  if (!carried) return;
  await addRows(database, carried.rows);
  const last = carried.documents.at(-1);
  for (const document of carried.documents) {
    const add = () => addDocument(database, document);
    // The next step deletes the only other copy. The last document flushes those before it: it is written also where it is there already.
    await (document === last ? strictly(database.collections.posts.storageInstance.internals, add) : add());
  }
  await forgetCarried(userId);
}

/**
 * Whether a pending write from elsewhere must be stored here, given the stored row. The server answers a write that it already has as done.
 */
function isWanted(held: StoredRow | undefined, row: CarriedRow['row']): boolean {
  const writeId = String(row.write_id);
  return held === undefined || (held.write_id !== writeId && (held.pending === 0 || held.write_id < writeId));
}

/** Stores pending rows under their write ids. A later write that was made here stays, and a write that is already stored is left alone. */
async function addRows(database: LocalDatabase, rows: readonly CarriedRow[]): Promise<void> {
  for (const name of collectionNames) {
    const mine = rows.flatMap(({ collection, row }) => (collection === name ? [row] : []));
    const collection = database.collections[name] as unknown as RxCollection<AnyLocalRow>;
    await writeRows(
      collection,
      mine.map(({ id }) => id),
      (stored) =>
        mine
          .filter((row) => isWanted(stored.get(row.id), row))
          .map((row) => ({ ...row, _deleted: row._deleted === '1' }) as unknown as StoredRow),
    );
  }
}

/** Another document of the same id, which another tab may just have stored, stays. */
async function addDocument(database: LocalDatabase, { document, data }: CarriedDocument): Promise<void> {
  if (document === OUTBOX_ID) await addRefused(database, (data as unknown as Outbox).entries);
  else await modifyLocal(database, document, data, (held) => held);
}

import type { RxCollection } from 'rxdb';
import { collectionNames } from '../../schemas/protocol/collections.ts';
import type { AnyLocalRow } from '../../workers/device/local-row.ts';
import type { LocalDatabase } from '../../workers/device/open-database.ts';
import { OUTBOX_ID, type Outbox } from '../../workers/device/outbox.ts';
import { type StoredRow, writeRows } from '../../workers/device/write-rows.ts';
import { type CarriedDocument, type CarriedRow, forgetCarried, readCarried } from './carried-writes.ts';
import { DRAFT_PREFIX, keyOf } from './draft-rules.ts';
import type { DraftStore } from './draft-store.ts';

/**
 * Puts what was carried over from a cleared store into the store that has just been opened. Repeating it, or doing it in two tabs at once,
 * changes nothing more: what exists stays, and each write keeps its id.
 */
export async function handOver(userId: string, database: LocalDatabase, drafts: DraftStore): Promise<void> {
  const carried = await readCarried(userId);
  if (!carried) return;
  await addRows(database, carried.rows);
  for (const document of carried.documents) await addDocument(database, drafts, document);
  await forgetCarried(userId);
}

const CONFLICT = 409;

/**
 * Whether a pending write from elsewhere must be stored here, given the stored row. The server answers a write that it already has as done.
 */
function isWanted(held: StoredRow | undefined, row: CarriedRow['row']): boolean {
  const writeId = String(row.write_id);
  return held === undefined || (held.write_id !== writeId && (held.unsent === 0 || held.write_id < writeId));
}

/** Stores pending rows under their write ids. A later write that was made here stays, and a write that is already stored is left alone. */
export async function addRows(database: LocalDatabase, rows: readonly CarriedRow[]): Promise<void> {
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

export async function addDocument(database: LocalDatabase, drafts: DraftStore, { document, data }: CarriedDocument): Promise<void> {
  if (document.startsWith(DRAFT_PREFIX)) {
    const place = document.slice(DRAFT_PREFIX.length);
    await drafts.keep({ key: keyOf(place), document: place, seen: null, value: data.value });
    return;
  }
  for (;;) {
    const held = await database.getLocal(document);
    if (held) {
      if (document === OUTBOX_ID) await held.incrementalModify((before) => withEntries(before as Outbox, data as unknown as Outbox));
      return;
    }
    try {
      await database.insertLocal(document, data);
      return;
    } catch (error) {
      // Another tab was quicker: its document exists now.
      if ((error as { status?: number }).status !== CONFLICT && (error as { code?: string }).code !== 'CONFLICT') throw error;
    }
  }
}

/** The entries of both, each once. */
function withEntries({ entries }: Outbox, carried: Outbox): Outbox {
  const known = new Set(entries.map(({ write_id }) => write_id));
  return { entries: [...carried.entries.filter(({ write_id }) => !known.has(write_id)), ...entries] };
}

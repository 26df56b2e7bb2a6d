import type { RxCollection } from 'rxdb';
import type { AnyLocalRow } from './local-row.ts';

/** A stored row, deleted or not. */
export type StoredRow = AnyLocalRow & { _deleted: boolean };

/** What the store keeps next to the fields of a row. */
interface Envelope {
  readonly _attachments: object;
  readonly _meta: object;
  readonly _rev: string;
}
const bare: Envelope = { _attachments: {}, _meta: {}, _rev: '' };

/** Another realm may write the same row at any moment, but not without end. */
const MAX_ATTEMPTS = 100;
const CONFLICT = 409;

/**
 * The lead of the worker that writes. A worker that was frozen goes on where it stopped, although another leads by then, and what it has in
 * hand may be older than what that one has stored.
 */
export interface Lead {
  /** Resolves while nobody else leads. It fails where another does. */
  prove(): Promise<void>;
  /** Whether nobody can have taken the lead since it was proven. */
  isCertain(): boolean;
}

/** The lead of a writer beside which there is no other, or that writes what only it knows. */
export const soleLead: Lead = { prove: async () => undefined, isCertain: () => true };

/** Reads rows by id, deleted ones too. */
export async function rowsById(collection: RxCollection<AnyLocalRow>, ids: readonly string[]): Promise<Map<string, StoredRow>> {
  if (ids.length === 0) return new Map();
  const rows = (await collection.storageInstance.findDocumentsById([...ids], true)) as unknown as StoredRow[];
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Reads these rows and stores what `decide` returns for them. Rows that it leaves out stay as they are. If another realm writes a row in
 * between, that row is read and decided again, so that no write is based on an unseen state. So nothing is decided unless the writer led
 * after all of it was read.
 */
export async function writeRows(
  collection: RxCollection<AnyLocalRow>,
  ids: readonly string[],
  decide: (stored: ReadonlyMap<string, StoredRow>) => readonly StoredRow[],
  lead: Lead = soleLead,
): Promise<void> {
  let undecided: readonly string[] = ids;
  for (let attempt = 1; undecided.length > 0; attempt += 1) {
    if (attempt > MAX_ATTEMPTS) throw new Error(`${collection.name} is written to without end by somebody else`);
    await lead.prove();
    const stored = await rowsById(collection, undecided);
    if (!lead.isCertain()) continue;
    const wantedIds = new Set(undecided);
    const writes = decide(stored).flatMap((row) => {
      if (!wantedIds.has(row.id)) return [];
      const previous = stored.get(row.id);
      const { _attachments, _meta, _rev } = (previous as unknown as Envelope | undefined) ?? bare;
      return [{ previous, document: { ...row, _attachments, _meta, _rev } }];
    });
    if (writes.length === 0) return;
    const { error } = await collection.storageInstance.bulkWrite(writes as never, 'kith');
    const failed = error.find(({ status }) => status !== CONFLICT);
    if (failed) throw new Error(`A row of ${collection.name} could not be stored: ${failed.status}`);
    undecided = error.map(({ documentId }) => documentId);
  }
}

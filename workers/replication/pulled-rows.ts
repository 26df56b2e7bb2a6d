import type { RxDocumentData, RxStorageInstance, RxStorageReplicationMeta } from 'rxdb';
import type { AnyLocalRow } from '../../schemas/local/local-row.ts';
import type { Checkpoint } from '../../schemas/protocol/sync.ts';
import type { HeldRows } from './held-rows.ts';

/** Where RxDB keeps its copies, and its checkpoints. */
export type Copies = Pick<
  RxStorageInstance<RxStorageReplicationMeta<AnyLocalRow, Checkpoint>, unknown, unknown>,
  'bulkWrite' | 'findDocumentsById'
>;

/** What the id of a row ends with in RxDB's name for the copy of it. */
const COPY = '|0';

/**
 * RxDB keeps a copy of every row as the server last told it, beside the row: for a device that fetches everything, half of what there is
 * to write. Here a row that was only ever pulled is its own copy, as long as it is not changed: what comes from the server has `unsent`
 * 0, and what a write was made upon goes with the write (`assumed`). Copies are stored of rows that were pushed from here.
 */
export function letPulledRowsBeTheirCopies(metaInstance: Copies, held: Pick<HeldRows, 'byId'>): void {
  const { bulkWrite, findDocumentsById } = metaInstance;
  const made = new WeakSet<object>();

  metaInstance.findDocumentsById = async (ids, withDeleted) => {
    const copies = await findDocumentsById.call(metaInstance, ids, withDeleted);
    if (copies.length === ids.length) return copies;
    const stored = new Set(copies.map(({ id }) => id));
    const rowIds = ids.filter((id) => !stored.has(id) && id.endsWith(COPY)).map((id) => id.slice(0, -COPY.length));
    for (const row of (await held.byId(rowIds)).values()) {
      if (row.unsent !== 0) continue;
      const { _attachments, _meta, _rev, ...docData } = row as unknown as RxDocumentData<AnyLocalRow>;
      const copy = { id: row.id + COPY, itemId: row.id, isCheckpoint: '0', docData, _deleted: false, _attachments, _meta, _rev };
      made.add(copy);
      copies.push(copy as (typeof copies)[number]);
    }
    return copies;
  };
  metaInstance.bulkWrite = async (rows, context) => {
    const isOfPull = context === 'replication-down-write-meta';
    const kept = rows.filter(({ previous }) => !isOfPull || (previous && !made.has(previous)));
    if (kept.length === 0) return { error: [] };
    const writes = kept.map(({ previous, document }) => (previous && !made.has(previous) ? { previous, document } : { document }));
    return bulkWrite.call(metaInstance, writes, context);
  };
}

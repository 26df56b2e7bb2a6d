import type { AnyLocalRow } from '../../schemas/local/local-row.ts';
import type { LocalDatabase } from '../../schemas/local/open-database.ts';
import { type RowBefore, rowBeforeId } from '../../schemas/local/row-before.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { type Progress, withRecheck } from './progress.ts';
import type { PushSide } from './push-side.ts';
import type { ReplicatedCollection } from './replicated-collection.ts';
import { type ReplicatedRow, tombstone } from './tombstones.ts';

/**
 * Takes back a write that its author discards before it is sent: what was added goes, what was changed or deleted is again as the
 * server has it. With a network or without; of what the server may have got all the same, an answer having been lost, it is asked
 * with the next pull. A write that has been accepted by then stays.
 */
export function createTakeBack(options: {
  readonly database: LocalDatabase;
  readonly collections: ReadonlyMap<CollectionName, ReplicatedCollection>;
  readonly push: Pick<PushSide, 'withhold'>;
  readonly progress: Progress;
}): (write: { readonly collection: CollectionName; readonly id: string; readonly writeId: string }) => Promise<void> {
  const { database, collections, push, progress } = options;

  /** As the server has it; undefined where this device cannot know. */
  async function restored(collection: CollectionName, row: ReplicatedRow, handed: ReplicatedRow | undefined) {
    if (row.scope === 0) return tombstone(collection, row.id, row.write_id);
    const kept = await database.getLocal<RowBefore>(rowBeforeId(collection, row.id));
    if (kept) return { ...(kept.toJSON().data as RowBefore).row, _deleted: false };
    if (handed?.unsent === 0) return handed;
    // A deletion leaves the row as it was.
    const [accepted, ...since] = row.assumed;
    if (row._deleted && accepted !== undefined && since.length === 0) {
      return { ...row, _deleted: false, unsent: 0 as const, write_id: accepted, assumed: [] };
    }
    return undefined;
  }

  /** Writes the row as it was; undefined where there is nothing to take back any more. */
  async function restore(of: ReplicatedCollection, id: string, writeId: string, handed: ReplicatedRow | undefined) {
    const stored = (await of.held.byId([id])).get(id);
    const row = stored && plain(stored);
    if (row?.unsent !== 1 || row.write_id !== writeId) return undefined;
    const before = await restored(of.name, row, handed);
    if (!before) return undefined;
    const { error } = await of.collection.storageInstance.bulkWrite(
      [{ previous: stored as never, document: { ...stored, ...before } as never }],
      'kith-take-back',
    );
    // Where that failed it was written again in this moment.
    return error.length > 0 ? undefined : { before, writeIds: [...row.assumed.slice(row.scope === 0 ? 0 : 1), writeId] };
  }

  return async ({ collection, id, writeId }) => {
    const of = collections.get(collection);
    if (!of) return;
    const withheld = await push.withhold(collection, id);
    let done: Awaited<ReturnType<typeof restore>>;
    try {
      done = await restore(of, id, writeId, withheld.before);
    } finally {
      if (!done) withheld.putBack();
    }
    if (!done) return;
    await withheld.settle(done.before, done.writeIds);
    await (await database.getLocal(rowBeforeId(collection, id)))?.remove();
    await progress.change((now) => withRecheck(now, collection, [id]));
    of.confirmed.delete(id);
    of.needsPull = true;
    of.ring();
  };
}

/** A stored row without what only the store needs. */
function plain(stored: AnyLocalRow & { _deleted: boolean }): ReplicatedRow {
  const { _meta, _rev, _attachments, ...row } = stored as Record<string, unknown>;
  return row as unknown as ReplicatedRow;
}

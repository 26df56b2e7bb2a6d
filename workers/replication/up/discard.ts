import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';
import { acceptedBeforeDeletion, type RowBefore, rowBeforeId } from '../../device/pending/row-before.ts';
import { strictly } from '../../device/store/durability.ts';
import type { StoredRow } from '../../device/write-rows.ts';
import { tombstone } from '../down/tombstones.ts';
import { type Progress, withRecheck } from '../state/progress.ts';
import type { Store } from '../store.ts';

/**
 * Takes back a pending write that its author discards. An added row is deleted. A changed or deleted row returns to the server's state.
 * This works without a network. The server may have accepted the write although its answer was lost, so the next pull checks the row. A
 * write that has been accepted by then stays.
 */
export function createDiscard(options: {
  readonly database: LocalDatabase;
  readonly store: Store;
  readonly progress: Progress;
  /** runs work while no request is under way */
  readonly between: <T>(work: () => Promise<T>) => Promise<T>;
  /** called with a row that the next pull must check */
  readonly onDoubt: (collection: CollectionName, id: string) => void;
}): (write: { readonly collection: CollectionName; readonly id: string; readonly writeId: string }) => Promise<void> {
  const { database, store, progress } = options;

  /** The row in the server's state; undefined if this device cannot know it. */
  function restored(collection: CollectionName, row: StoredRow, before: RowBefore | undefined): StoredRow | undefined {
    if (row.scope === 0) return tombstone(collection, row.id, row.write_id);
    if (before) return { ...before.row, _deleted: false };
    const accepted = acceptedBeforeDeletion(row);
    return accepted === undefined ? undefined : { ...row, _deleted: false, pending: 0, write_id: accepted, assumed: [] };
  }

  return ({ collection, id, writeId }) =>
    options.between(async () => {
      const kept = await database.getLocal<RowBefore>(rowBeforeId(collection, id));
      const before = kept?.toJSON().data as RowBefore | undefined;
      let taken = false;
      // Stored before the row: a device that stops in between would never check it. A row that stays is checked for nothing.
      await progress.change((now) => withRecheck(now, collection, [id]));
      // Only this device knows that the write was taken back. If a power cut undid that, the write would be sent.
      await strictly(database.collections[collection].storageInstance.internals, async () => {
        await store.replicas.get(collection)?.write([id], (stored) => {
          const row = stored.get(id);
          // A row that was accepted, or written again, stays.
          const instead = row?.pending === 1 && row.write_id === writeId ? restored(collection, row, before) : undefined;
          taken = instead !== undefined;
          return instead ? [instead] : [];
        });
      });
      if (!taken) return;
      await kept?.remove();
      options.onDoubt(collection, id);
    });
}

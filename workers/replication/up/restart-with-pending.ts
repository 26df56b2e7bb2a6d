import type { PendingRow } from '../../device/pending/pending-rows.ts';
import type { SyncProgress } from '../../device/sync-status.ts';
import type { Progress } from '../state/progress.ts';
import type { Store } from '../store.ts';

/** An epoch that no server has. For replication it looks as if the server's database had been replaced. */
const NO_EPOCH = 'storage-lost';

const begunAnew = (before: SyncProgress): SyncProgress => ({
  ...before,
  epoch: NO_EPOCH,
  filled: [],
  recheck: {},
  // The server has lost nothing, so no accepted write must be sent again.
  givenBackTo: before.givenBackTo ?? before.epoch,
});

/**
 * Starts again after the browser took the storage away under the running app. The pending rows survived in memory and are stored again,
 * under the same write ids. Nothing else is trusted, since some parts may be lost and others not: all of it is fetched anew.
 */
export async function restartWithPending(store: Store, progress: Progress, rescued: readonly PendingRow[]): Promise<void> {
  await progress.change(begunAnew);
  for (const [name, replica] of store.replicas) {
    const rows = rescued.filter(({ collection }) => collection === name).map(({ row }) => row);
    await replica.write(
      rows.map(({ id }) => id),
      // A row that still exists, or that a page wrote again, stays as it is.
      (stored) => rows.filter(({ id }) => !stored.has(id)),
    );
  }
  // A row that is inserted as deleted causes no event.
  await store.pending.read();
}

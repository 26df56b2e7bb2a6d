import type { SyncProgress } from '../device/sync-status.ts';
import type { PendingRow } from './pending.ts';
import type { Progress } from './progress.ts';
import type { Store } from './store.ts';

/**
 * For the case that the browser took the storage away. Pending writes survive in memory and are written again, under the same write ids.
 * Nothing else is trusted, since some parts may be lost and others not: all of it is fetched anew.
 */
export type RescuedWrite = Pick<PendingRow, 'collection' | 'stored'>;

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

/** Starts again with the pending writes, after the storage was taken away under the running app. */
export async function restartWithPending(store: Store, progress: Progress, rescued: readonly RescuedWrite[]): Promise<void> {
  await progress.change(begunAnew);
  for (const [name, replica] of store.replicas) {
    const rows = rescued.filter(({ collection }) => collection === name).map(({ stored }) => ({ _deleted: false, ...stored }));
    await replica.write(
      rows.map(({ id }) => id),
      // A row that still exists, or that a page wrote again, stays as it is.
      (stored) => rows.filter(({ id }) => !stored.has(id)),
    );
  }
  // A row that is inserted as deleted causes no event.
  await store.pending.read();
}

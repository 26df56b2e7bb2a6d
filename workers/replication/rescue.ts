import type { SyncProgress } from '../device/sync-status.ts';
import type { PendingRow } from './pending.ts';
import type { Progress } from './progress.ts';
import type { Store } from './store.ts';

/**
 * After the browser took the storage away. What was not sent lives on in memory and is written again, under the same write
 * ids. Of the rest nothing is trusted, since some parts may be gone and others not: all of it is fetched anew.
 */
export type RescuedWrite = Pick<PendingRow, 'collection' | 'stored'>;

/** An epoch that no server has: to replication it looks as if the server's database had been replaced. */
const NO_EPOCH = 'storage-lost';

const begunAnew = (before: SyncProgress): SyncProgress => ({
  ...before,
  epoch: NO_EPOCH,
  filled: [],
  recheck: {},
  // The server has lost nothing.
  givenBackTo: before.givenBackTo ?? before.epoch,
});

/** Begins anew with what was not sent, where the storage was taken away under the running app. */
export async function startAnew(store: Store, progress: Progress, rescued: readonly RescuedWrite[]): Promise<void> {
  await progress.change(begunAnew);
  for (const [name, replica] of store.replicas) {
    const rows = rescued.filter(({ collection }) => collection === name).map(({ stored }) => ({ _deleted: false, ...stored }));
    await replica.write(
      rows.map(({ id }) => id),
      // A row that is there after all, or was written again by a page, stays as it is.
      (stored) => rows.filter(({ id }) => !stored.has(id)),
    );
  }
  // No event tells of a row that is deleted from the beginning.
  await store.pending.read();
}

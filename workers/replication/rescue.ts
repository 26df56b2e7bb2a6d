import type { RxCollection } from 'rxdb';
import { storeMark } from '../../schemas/local/browser-storage.ts';
import type { AnyLocalRow } from '../../schemas/local/local-row.ts';
import type { SyncProgress } from '../../schemas/local/sync-status.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Progress } from './progress.ts';

/**
 * After the browser took the storage away. What was not sent lives on in memory and is written again, under the same write
 * ids. Of the rest nothing is trusted, since some parts may be gone and others not: all of it is fetched anew.
 */
export interface RescuedWrite {
  readonly collection: CollectionName;
  readonly row: AnyLocalRow & { readonly _deleted?: boolean };
}

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

/**
 * Looks whether each collection still lies in the store that it was fetched into. Where one does not, since it was taken away while
 * nobody had it open to hear of it, what is left of the others knows nothing of that, and all of them begin anew.
 */
export async function noticeTakenStores(
  collections: ReadonlyMap<CollectionName, RxCollection<AnyLocalRow>>,
  progress: Progress,
): Promise<void> {
  const marks = await Promise.all([...collections].map(async ([name, of]) => [name, await storeMark(of)] as const));
  const known = progress.now.stores;
  const others = marks.filter(([name, mark]) => mark !== null && known[name] !== mark);
  if (others.length === 0) return;
  const stores = { ...known, ...Object.fromEntries(others) };
  const begun = progress.now.epoch !== null;
  await progress.change((before) => ({ ...(begun ? begunAnew(before) : before), stores }));
}

/** Begins anew with what was not sent, where the storage was taken away under the running app. */
export async function startAnew(
  collections: ReadonlyMap<CollectionName, RxCollection<AnyLocalRow>>,
  progress: Progress,
  rescued: readonly RescuedWrite[],
): Promise<void> {
  await progress.change(begunAnew);
  for (const [name, collection] of collections) {
    const rows = rescued.filter(({ collection: of }) => of === name).map(({ row }) => row);
    if (rows.length === 0) continue;
    // One that is there after all, or was written again by a page, stays as it is.
    await collection.storageInstance.bulkWrite(
      rows.map((row) => ({ document: row as never })),
      'kith-rescue',
    );
  }
}

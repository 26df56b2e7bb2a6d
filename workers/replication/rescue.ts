import type { RxCollection } from 'rxdb';
import type { AnyLocalRow } from '../../schemas/local/local-row.ts';
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

export async function startAnew(
  collections: ReadonlyMap<CollectionName, RxCollection<AnyLocalRow>>,
  progress: Progress,
  rescued: readonly RescuedWrite[],
): Promise<void> {
  await progress.change((before) => ({
    ...before,
    epoch: NO_EPOCH,
    filled: [],
    recheck: {},
    // The server has lost nothing.
    givenBackTo: before.givenBackTo ?? before.epoch,
  }));
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

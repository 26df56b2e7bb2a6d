/** A member's local store in memory, filled with the rows that a test starts with. For tests that need the store but no network. */
import { randomUUID } from 'node:crypto';
import type { RxStorage } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { createDraftStore } from '../../src/data/store/draft-store.ts';
import type { LocalStore } from '../../src/data/store/local-store.tsx';
import { type LocalRow, type Row, withSortKey } from '../../workers/device/local-row.ts';
import { type LocalCollections, openLocalDatabase } from '../../workers/device/open-local-database.ts';
import { createServerClock } from '../../workers/device/server-clock.ts';
import { noProgress, unknownStatus } from '../../workers/device/sync-status.ts';

export interface TestStore extends LocalStore {
  /** stores a row as it comes from the server */
  storeRow<C extends CollectionName>(collection: C, row: Row<C>): Promise<void>;
  close(): Promise<unknown>;
}

export async function openTestStore(
  userId: string,
  collections: readonly CollectionName[],
  storage = getRxStorageMemory() as RxStorage<unknown, unknown>,
): Promise<TestStore> {
  const database = await openLocalDatabase({ userId, storage, multiInstance: false, collections });
  const drafts = createDraftStore(userId);
  return {
    userId,
    database,
    collections: database.collections as unknown as LocalCollections,
    connection: {
      snapshot: () => ({ status: unknownStatus, progress: noProgress, refused: [], failedPhotos: [], leads: false }),
      subscribe: () => () => {},
      wake: () => {},
      discard: () => {},
      outOfDiskSpace: () => {},
      isLookedAtElsewhere: () => false,
      close: () => {},
    },
    drafts,
    clock: createServerClock(),
    storeRow: async (collection, row) => {
      const fields = { scope: 1, write_id: randomUUID(), pending: 0, assumed: [] };
      await database.collections[collection].insert(withSortKey(collection, { ...row, ...fields }, true) as unknown as LocalRow<never>);
    },
    close: () => {
      drafts.close();
      // Only `remove` deletes the memory storage. `close` would keep it.
      return database.remove();
    },
  };
}

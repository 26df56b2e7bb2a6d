import type { RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import type { Place } from './connections.ts';

/** RxDB's replication keeps what it knows of a collection in one of its own, which is no table of the store. */
export function apartFrom(place: Place): RxStorage<unknown, unknown> {
  const storage = getRxStorageDexie({ ...place }) as unknown as RxStorage<unknown, unknown>;
  return {
    ...storage,
    createStorageInstance: (params) => storage.createStorageInstance({ ...params, databaseName: `${params.databaseName}--apart` }),
  };
}

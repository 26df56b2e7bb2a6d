import { addRxPlugin, type InternalStoreCollectionDocType, type RxCollection, type RxDocumentData, type RxStorageInstance } from 'rxdb';
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema';
import { setStoreMark, storeMark } from './browser-storage.ts';

const BATCH = 200;

/** A collection, and what the database knows of its rows as an older version of the app has stored them. */
export interface Older {
  readonly collection: RxCollection;
  readonly meta: RxDocumentData<InternalStoreCollectionDocType>;
}

/**
 * Brings rows of an older version of the local schemas to the present one: what was fetched, what waits to be sent, and how far
 * replication is. One of all tabs does it, the others wait; the tabs of the older version are told to close. What breaks off is
 * done again at the next start, and nothing of the older rows goes before the new ones are there.
 */
export async function migrateCollections(older: readonly Older[]): Promise<void> {
  addRxPlugin(RxDBMigrationSchemaPlugin);
  await Promise.all(
    older.map(async ({ collection, meta }) => {
      await keepMark(collection, meta);
      await collection.getMigrationState().startMigration(BATCH);
      if (await collection.migrationNeeded())
        throw new Error(`${collection.name} could not be brought to version ${collection.schema.version}`);
    }),
  );
}

/** The rows are the same, so replication need not fetch them anew: to it the new store is the one before. */
async function keepMark(collection: RxCollection, { data }: Older['meta']): Promise<void> {
  if ((await storeMark(collection)) === null) return;
  const { database } = collection;
  const before: RxStorageInstance<unknown, unknown, unknown> = await database.storage.createStorageInstance({
    databaseInstanceToken: database.token,
    databaseName: database.name,
    collectionName: collection.name,
    schema: data.schema,
    multiInstance: database.multiInstance,
    options: {},
    devMode: false,
  });
  try {
    const mark = await storeMark({ storageInstance: before });
    if (mark !== null) await setStoreMark(collection, mark);
  } finally {
    await before.close();
  }
}

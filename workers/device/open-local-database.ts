import { addRxPlugin, createRxDatabase, type RxCollection, type RxDatabase, type RxStorage } from 'rxdb';
import { RxDBLocalDocumentsPlugin } from 'rxdb/plugins/local-documents';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import { type CollectionSchemas, collectionSchemas } from './collection-schemas.ts';
import { databaseName } from './database-name.ts';
import { hearWithoutClock } from './hear-without-clock.ts';
import type { AnyLocalRow, LocalRow } from './local-row.ts';
import { collectionStatics } from './pending/collection-statics.ts';
import { serverWins } from './same-row.ts';
import { OtherStore } from './store/other-store.ts';
import { schemaHash } from './store/schema-hash.ts';

/** The collections of one member, for code that knows which collection it reads. */
export type LocalCollections = { readonly [C in CollectionName]: RxCollection<LocalRow<C>> };
export type LocalDatabase = RxDatabase<Record<CollectionName, RxCollection>>;

/** RxDB's code for a collection whose stored schema is another one under the same version. */
const OTHER_SCHEMA = 'DB6';

let pluginsAdded = false;

/**
 * Opens the local database of one member: all collections, with local documents. Pages and the replication worker open it in the same way
 * and see each other's writes (`multiInstance`).
 *
 * @throws OtherStore if a version of the app whose schemas differ in more than optional fields created it
 */
export async function openLocalDatabase(options: {
  readonly userId: string;
  readonly storage: RxStorage<unknown, unknown>;
  readonly multiInstance: boolean;
  /** RxDB opens at most 13 collections in one realm, so a test with several devices opens only the ones that it needs */
  readonly collections?: readonly CollectionName[];
  /** a name other than the member's, for a test with several devices of one member in one realm */
  readonly name?: string;
  /** the schemas of another version of the app */
  readonly schemas?: CollectionSchemas;
}): Promise<LocalDatabase> {
  if (!pluginsAdded) {
    addRxPlugin(RxDBLocalDocumentsPlugin);
    hearWithoutClock();
    pluginsAdded = true;
  }
  const database = await createRxDatabase<Record<CollectionName, RxCollection>>({
    name: options.name ?? databaseName(options.userId),
    storage: options.storage as RxStorage<object, object>,
    multiInstance: options.multiInstance,
    eventReduce: true,
    localDocuments: true,
    hashFunction: schemaHash,
  });
  const schemas = options.schemas ?? collectionSchemas;
  try {
    const creators = (options.collections ?? collectionNames).map((name) => [
      name,
      { schema: schemas[name], conflictHandler: serverWins, statics: collectionStatics },
    ]);
    await database.addCollections<Record<string, RxCollection<AnyLocalRow>>>(Object.fromEntries(creators));
    return database;
  } catch (error) {
    await database.close();
    if ((error as { code?: unknown }).code === OTHER_SCHEMA) throw new OtherStore('its schemas are of another version', { cause: error });
    throw error;
  }
}

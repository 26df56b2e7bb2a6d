import { addRxPlugin, createRxDatabase, type RxCollection, type RxDatabase, type RxStorage } from 'rxdb';
import { RxDBLocalDocumentsPlugin } from 'rxdb/plugins/local-documents';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import { collectionSchemas } from './collection-schemas.ts';
import { databaseName } from './database-name.ts';
import type { AnyLocalRow, LocalRow } from './local-row.ts';
import { plainHash } from './plain-hash.ts';
import { serverWins } from './same-row.ts';
import { hearWithoutClock } from './tab-channel.ts';

/** The collections of one member, for code that knows which collection it reads. */
export type LocalCollections = { readonly [C in CollectionName]: RxCollection<LocalRow<C>> };
export type LocalDatabase = RxDatabase<Record<CollectionName, RxCollection>>;

let pluginsAdded = false;

/**
 * Opens the local database of one member: all collections, with local documents. Pages and the replication worker open it in the same way
 * and see each other's writes (`multiInstance`).
 */
export async function openLocalDatabase(options: {
  readonly userId: string;
  readonly storage: RxStorage<unknown, unknown>;
  readonly multiInstance: boolean;
  /** RxDB opens at most 13 collections in one realm, so a test with several devices opens only the ones that it needs */
  readonly collections?: readonly CollectionName[];
  /** a name other than the member's, for a test with several devices of one member in one realm */
  readonly name?: string;
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
    hashFunction: plainHash,
  });
  try {
    const creators = (options.collections ?? collectionNames).map((name) => [
      name,
      { schema: collectionSchemas[name], conflictHandler: serverWins },
    ]);
    await database.addCollections<Record<string, RxCollection<AnyLocalRow>>>(Object.fromEntries(creators));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

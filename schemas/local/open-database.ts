import {
  addRxPlugin,
  createRxDatabase,
  getPrimaryKeyOfInternalDocument,
  INTERNAL_CONTEXT_COLLECTION,
  type InternalStoreCollectionDocType,
  type RxCollection,
  type RxDatabase,
  type RxDocumentData,
  type RxStorage,
} from 'rxdb';
import { RxDBLocalDocumentsPlugin } from 'rxdb/plugins/local-documents';
import { type CollectionName, collectionNames } from '../protocol/collections.ts';
import { collectionSchemas } from './collection-schemas.ts';
import { databaseName } from './database-name.ts';
import type { AnyLocalRow, LocalRow } from './local-row.ts';
import { migrationsOf } from './migrations.ts';
import { serverWins } from './same-row.ts';
import { hearWithoutClock } from './tab-channel.ts';

/** The collections of one member, as code that knows which one it reads sees them. */
export type LocalCollections = { readonly [C in CollectionName]: RxCollection<LocalRow<C>> };
export type LocalDatabase = RxDatabase<Record<CollectionName, RxCollection>>;

/**
 * A hash of 128 bits for names of stores and schemas, where nothing rests on its secrecy. RxDB's own needs
 * `crypto.subtle`, which a page has over https and on localhost only.
 */
export function plainHash(input: string | ArrayBuffer | Blob): Promise<string> {
  if (typeof input !== 'string') throw new Error('only text is hashed here');
  const lanes = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < input.length; at++) {
    const code = input.charCodeAt(at);
    for (let lane = 0; lane < 4; lane++) {
      const before = (lanes[lane] ?? 0) ^ code;
      lanes[lane] = Math.imul(before ^ (before >>> 15), [2654435761, 1597334677, 2246822507, 3266489909][lane] ?? 1);
    }
  }
  return Promise.resolve(lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join(''));
}

let pluginsAdded = false;

/** Hardly ever is there anything of an older version: the code for it is loaded then. */
async function bringStoreForward(database: LocalDatabase): Promise<void> {
  const changed = Object.values(database.collections).filter(({ schema }) => schema.version > 0);
  const older = await Promise.all(
    changed.map(async (collection) => {
      const keys = Array.from({ length: collection.schema.version }, (_, version) =>
        getPrimaryKeyOfInternalDocument(`${collection.name}-${version}`, INTERNAL_CONTEXT_COLLECTION),
      );
      const [meta] = await database.internalStore.findDocumentsById(keys, false);
      return meta ? [{ collection, meta: meta as RxDocumentData<InternalStoreCollectionDocType> }] : [];
    }),
  );
  if (older.every(({ length }) => length === 0)) return;
  const { migrateCollections } = await import('./migrate-collections.ts');
  await migrateCollections(older.flat());
}

/**
 * Opens the local database of one member: all collections, with local documents. Pages and the replication worker open it
 * alike and see each other's writes (`multiInstance`). What an older version of the app has stored is there as this one has it.
 */
export async function openLocalDatabase(options: {
  readonly userId: string;
  readonly storage: RxStorage<unknown, unknown>;
  readonly multiInstance: boolean;
  /** RxDB opens at most 13 collections in one realm, so a test with several devices opens what it needs of each */
  readonly collections?: readonly CollectionName[];
  /** another name than the member's, for a test with several devices of one member in one realm */
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
      { schema: collectionSchemas[name], conflictHandler: serverWins, migrationStrategies: migrationsOf(name), autoMigrate: false },
    ]);
    await database.addCollections<Record<string, RxCollection<AnyLocalRow>>>(Object.fromEntries(creators));
    await bringStoreForward(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

import { collectionNames } from '../../schemas/protocol/collections.ts';
import { DOCUMENTS_TABLE, databaseName, NOTES_TABLE, storeDatabaseName, storePrefix } from '../../workers/device/database-name.ts';

/**
 * The databases of a member's store by bare IndexedDB: how they are named and laid out, and how they are opened and deleted without
 * waiting for what somebody else holds. What lies in them is read elsewhere (bare-store.ts), by code that is loaded when that is wanted:
 * this here is part of every start.
 */

/** Which version of the local schemas is known here. A change of the store's layout is a change of this file and of bare-store.ts. */
export const KNOWN_SCHEMA_VERSION = 2;

export const storeName = (userId: string): string => storeDatabaseName(databaseName(userId));

/**
 * In the first versions each part of the store was a database of its own, named after the version in which its schema changed last. A device
 * that comes from there has both until all is brought over (come-over.ts).
 */
export const OLDER_VERSIONS: readonly number[] = [0, 1];
const olderPrefixes = (userId: string): readonly string[] => OLDER_VERSIONS.map((version) => `${storePrefix(userId)}${version}--`);
export const olderName = (userId: string, version: number, part: string): string => `${storePrefix(userId)}${version}--${part}`;

/** Named like the databases of the store, so that whatever erases those takes it along. */
export const carriedName = (userId: string): string => `${storePrefix(userId)}carried`;

export const tellsNames = (): boolean => 'databases' in indexedDB;

/** The databases in which a version before has kept the parts of the store; `others` are named where a browser does not tell which there are. */
export async function olderNames(userId: string, others: readonly string[] = []): Promise<readonly string[]> {
  const own = olderPrefixes(userId);
  // Browsers of 2023 do not.
  if (!tellsNames())
    return own.flatMap((beginning) => [...collectionNames, DOCUMENTS_TABLE, NOTES_TABLE, ...others].map((part) => beginning + part));
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  return names.filter((name) => own.some((beginning) => name.startsWith(beginning)));
}

/** Whether there is a store of a version before. */
export async function hasOlderStore(userId: string): Promise<boolean> {
  if (tellsNames()) return (await olderNames(userId)).length > 0;
  const database = await openExisting(olderName(userId, 0, NOTES_TABLE));
  database?.close();
  return database !== null;
}

/** All databases of the store in the versions that are known here. */
export async function storeNames(userId: string): Promise<readonly string[]> {
  const name = storeName(userId);
  const made = !tellsNames() || (await indexedDB.databases()).some((one) => one.name === name);
  return [...(made ? [name] : []), ...(await olderNames(userId))];
}

/** Somebody else keeps it. */
export class Held extends Error {}

/** Whether something may have been carried over from a store that was cleared. A browser that does not tell has to be tried. */
export async function mayHaveCarried(userId: string): Promise<boolean> {
  if (!tellsNames()) return true;
  const carried = carriedName(userId);
  return (await indexedDB.databases()).some(({ name }) => name === carried);
}

/** Longer than a database takes to open on a slow phone; one that is held never opens. */
const HELD_AFTER_MS = 8000;
/** Other windows close it first. */
const DELETED_WITHIN_MS = 20_000;

/** The answer of IndexedDB, or `Held` where there is none; one that comes too late is given to `late`. */
export function asked<T>(request: IDBRequest<T>, late?: (result: T) => void, withinMs = HELD_AFTER_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    let waits = true;
    const limit = setTimeout(() => {
      waits = false;
      reject(new Held('the database does not answer'));
    }, withinMs);
    request.onsuccess = () => {
      clearTimeout(limit);
      if (waits) resolve(request.result);
      else late?.(request.result);
    };
    request.onerror = () => {
      clearTimeout(limit);
      reject(request.error ?? new Error('the database failed'));
    };
  });
}

/** Opens a database that is there; null where there is none. */
export async function openExisting(name: string): Promise<IDBDatabase | null> {
  let missing = false;
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => {
    missing = true;
    request.transaction?.abort();
  };
  try {
    const database = await asked(request, (late) => late.close());
    // Whoever deletes or changes it is not held up by this.
    database.onversionchange = () => database.close();
    return database;
  } catch (error) {
    if (missing) return null;
    throw error;
  }
}

/** Deletes databases; answers whether all are gone. Where one is held, it goes as soon as it is let go of. */
export async function deleteDatabases(names: readonly string[]): Promise<boolean> {
  const gone = await Promise.all(
    names.map((name) =>
      asked(indexedDB.deleteDatabase(name), undefined, DELETED_WITHIN_MS).then(
        () => true,
        () => false,
      ),
    ),
  );
  return gone.every(Boolean);
}

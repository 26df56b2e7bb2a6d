import { collectionNames } from '../../schemas/protocol/collections.ts';
import { DOCUMENTS_TABLE, databaseName, RXDB_TABLE, storeDatabaseName, storePrefix } from '../../workers/device/database-name.ts';

/**
 * The databases of a member's store, through plain IndexedDB: their names and layout, and how to open and delete them without waiting for a
 * window that blocks them. Reading their rows is in another file (bare-store.ts), which is loaded only when needed. This file is part of
 * every start.
 */

/** The version of the local schemas that this code knows. A change to the store's layout must also change this file and bare-store.ts. */
export const KNOWN_SCHEMA_VERSION = 2;

export const storeName = (userId: string): string => storeDatabaseName(databaseName(userId));

/**
 * In the first versions each part of the store was a separate database, named after the version in which its schema last changed. A device
 * that updates from them has both layouts until everything is copied (copy-older-store.ts).
 */
export const OLDER_VERSIONS: readonly number[] = [0, 1];
const olderPrefixes = (userId: string): readonly string[] => OLDER_VERSIONS.map((version) => `${storePrefix(userId)}${version}--`);
export const olderName = (userId: string, version: number, part: string): string => `${storePrefix(userId)}${version}--${part}`;

/** Named like the databases of the store, so that code that erases those also erases this one. */
export const carriedName = (userId: string): string => `${storePrefix(userId)}carried`;

export const canListDatabases = (): boolean => 'databases' in indexedDB;

/** The databases in which earlier versions kept the parts of the store. `others` adds names where the browser cannot list its databases. */
export async function olderNames(userId: string, others: readonly string[] = []): Promise<readonly string[]> {
  const own = olderPrefixes(userId);
  // Some browsers of 2023 cannot list their databases.
  if (!canListDatabases())
    return own.flatMap((beginning) => [...collectionNames, DOCUMENTS_TABLE, RXDB_TABLE, ...others].map((part) => beginning + part));
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  return names.filter((name) => own.some((beginning) => name.startsWith(beginning)));
}

/** Whether a store of an earlier version exists. */
export async function hasOlderStore(userId: string): Promise<boolean> {
  if (canListDatabases()) return (await olderNames(userId)).length > 0;
  const database = await openExisting(olderName(userId, 0, RXDB_TABLE));
  database?.close();
  return database !== null;
}

/** The names of all databases of the store, in every version that this code knows. */
export async function storeNames(userId: string): Promise<readonly string[]> {
  const name = storeName(userId);
  const made = !canListDatabases() || (await indexedDB.databases()).some((one) => one.name === name);
  return [...(made ? [name] : []), ...(await olderNames(userId))];
}

/** The database does not answer in time: another window blocks it. */
export class DatabaseBlocked extends Error {}

/**
 * Whether something may have been carried over from a cleared store. True where the browser cannot list databases: the caller has to try.
 */
export async function mayHaveCarried(userId: string): Promise<boolean> {
  if (!canListDatabases()) return true;
  const carried = carriedName(userId);
  return (await indexedDB.databases()).some(({ name }) => name === carried);
}

/** Longer than a database takes to open on a slow phone. A blocked database never opens. */
const BLOCKED_AFTER_MS = 8000;
/** Longer, since other windows close the database first. */
const DELETED_WITHIN_MS = 20_000;

/**
 * Resolves with the result of an IndexedDB request. Rejects with `Held` when none comes in time; `late` receives a result that comes later.
 */
export function asked<T>(request: IDBRequest<T>, late?: (result: T) => void, withinMs = BLOCKED_AFTER_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    let waits = true;
    const limit = setTimeout(() => {
      waits = false;
      reject(new DatabaseBlocked('the database does not answer'));
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

/** Opens an existing database. Returns null if there is none. */
export async function openExisting(name: string): Promise<IDBDatabase | null> {
  let missing = false;
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => {
    missing = true;
    request.transaction?.abort();
  };
  try {
    const database = await asked(request, (late) => late.close());
    // This connection must not block a window that deletes or upgrades the database.
    database.onversionchange = () => database.close();
    return database;
  } catch (error) {
    if (missing) return null;
    throw error;
  }
}

/** Deletes databases. Returns whether all are deleted. A blocked database is deleted once the other window closes it. */
export async function deleteDatabases(names: readonly string[]): Promise<boolean> {
  const deleted = await Promise.all(
    names.map((name) =>
      asked(indexedDB.deleteDatabase(name), undefined, DELETED_WITHIN_MS).then(
        () => true,
        () => false,
      ),
    ),
  );
  return deleted.every(Boolean);
}

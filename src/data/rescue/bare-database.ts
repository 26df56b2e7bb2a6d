import { databaseName, storeDatabaseName, storePrefix } from '../../../workers/device/database-name.ts';
import { answered, listDatabases } from '../../../workers/device/indexed-db.ts';
import { within } from './within.ts';

/**
 * A member's store through plain IndexedDB: its name, and how to open and delete databases without waiting for a window that blocks them.
 * Reading its rows is in another file (`read-pending.ts`), which is loaded only when needed. This file is part of every start.
 */

export const storeName = (userId: string): string => storeDatabaseName(databaseName(userId));

/** Named like the store, so that code that erases the store also erases this one. */
export const carriedName = (userId: string): string => `${storePrefix(userId)}carried`;

/**
 * Whether something may have been carried over from a cleared store. True where the browser cannot list databases: the caller has to try.
 */
export async function mayHaveCarried(userId: string): Promise<boolean> {
  const databases = await listDatabases();
  return databases?.some(({ name }) => name === carriedName(userId)) ?? true;
}

/** Longer than a database takes to answer, since other windows close it first. */
const DELETED_WITHIN_MS = 20_000;

/** Opens an existing database. Returns null if there is none. */
export async function openExisting(name: string): Promise<IDBDatabase | null> {
  let missing = false;
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => {
    missing = true;
    request.transaction?.abort();
  };
  try {
    const database = await within(answered(request), (late) => late.close());
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
      within(answered(indexedDB.deleteDatabase(name)), undefined, DELETED_WITHIN_MS).then(
        () => true,
        () => false,
      ),
    ),
  );
  return deleted.every(Boolean);
}

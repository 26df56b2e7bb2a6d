import { storePrefix } from '../../schemas/local/database-name.ts';
import { collectionNames } from '../../schemas/protocol/collections.ts';

/**
 * The databases of a member's store by bare IndexedDB: how they are named and laid out, and how they are opened and deleted without
 * waiting for what somebody else holds. What lies in them is read elsewhere (bare-store.ts), by code that is loaded when that is wanted:
 * this here is part of every start.
 */

/** Which version of the local schemas is known here. A change of the store's layout is a change of this file and of bare-store.ts. */
export const KNOWN_SCHEMA_VERSION = 1;
/** Each collection lies in the version in which it changed last, and what is not brought forward yet in one before. */
export const knownVersions: readonly number[] = Array.from({ length: KNOWN_SCHEMA_VERSION + 1 }, (_, version) => version);
/** Dexie multiplies its version by ten, and adds one for each repair of its own. */
export const KNOWN_LAYOUT = 1;
export const DOCUMENTS = 'plugin-local-documents-';
const INTERNAL = '_rxdb_internal';

export const prefixOf = storePrefix;
/** Named like the databases of the store, so that whatever erases those takes it along. */
export const carriedName = (userId: string): string => `${prefixOf(userId)}carried`;

export const tellsNames = (): boolean => 'databases' in indexedDB;

/** All databases of the store in the versions that are known here; those of a newer one are not touched. */
async function storeDatabases(userId: string): Promise<readonly { readonly name: string; readonly version: number }[]> {
  const own = knownVersions.map((version) => `${prefixOf(userId)}${version}--`);
  // Browsers of 2023 do not tell which there are.
  if (!tellsNames()) {
    const parts = [...collectionNames, DOCUMENTS, INTERNAL];
    return own.flatMap((beginning) => parts.map((part) => ({ name: `${beginning}${part}`, version: 0 })));
  }
  return (await indexedDB.databases()).flatMap(({ name, version = 0 }) =>
    name !== undefined && own.some((beginning) => name.startsWith(beginning)) ? [{ name, version }] : [],
  );
}
export const storeNames = async (userId: string): Promise<readonly string[]> => (await storeDatabases(userId)).map(({ name }) => name);

/** Somebody else keeps it. */
export class Held extends Error {}
/** A newer version of the app has made it. */
export class Newer extends Error {}

export const layoutOf = (version: number): number => Math.floor(version / 10);

/**
 * Throws where a newer version of the app has made a part of the store. The layers of this version would open it, put what they miss
 * into it, and then find nothing.
 */
export async function refuseNewerStore(userId: string): Promise<void> {
  const newer = (await storeDatabases(userId)).find(({ version }) => layoutOf(version) > KNOWN_LAYOUT);
  if (newer) throw new Newer(`${newer.name} has version ${newer.version}`);
}

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

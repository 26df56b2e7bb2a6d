import { Dexie, type Transaction } from 'dexie';
import { RXDB_TABLE, storeDatabaseName } from '../database-name.ts';
import { answered } from '../indexed-db.ts';
import { keysFirst } from '../keys-first.ts';
import type { DeviceRealm } from '../session/device-realm.ts';
import { allowStrict } from './durability.ts';
import type { Layout } from './layout.ts';
import { layoutVersion } from './layout-names.ts';
import { OtherStore } from './other-store.ts';

/** The browser's IndexedDB, and the channels between its realms; a test passes its own. */
export interface IndexedDbApi {
  readonly indexedDB: IDBFactory;
  readonly IDBKeyRange: typeof IDBKeyRange;
  readonly BroadcastChannel?: DeviceRealm['BroadcastChannel'];
}

/** What may happen to an open database from outside. */
export interface StoreEvents {
  /** the browser took it away: the stored data is lost or cannot be trusted */
  readonly onLost: () => void;
  /** a newer version of the app upgrades it; it is closed here */
  readonly onOutdated: () => void;
}

/** This realm's only connection to a database, for as long as it is in use. */
export interface Connection {
  readonly database: Dexie;
  /** Ends one use of the connection. The last one closes it. */
  release(): void;
}

/** The database has another version than was asked for. */
class OtherVersion extends Error {}

/**
 * The same IndexedDB, except that opening without a version fails unless `allows` returns true. That is how Dexie opens a database of a later
 * version than its own, to add what it misses in it.
 */
function onlyWithVersion(api: IDBFactory, allows: () => boolean): IDBFactory {
  const open = (name: string, version?: number): IDBOpenDBRequest => {
    if (version !== undefined) return api.open(name, version);
    if (allows()) return api.open(name);
    throw new OtherVersion(name);
  };
  const read = (_api: IDBFactory, key: string | symbol): unknown => {
    if (key === 'open') return open;
    const value: unknown = Reflect.get(api, key);
    return typeof value === 'function' ? value.bind(api) : value;
  };
  return new Proxy(api, { get: read });
}

/** The version that the browser knows. Nothing is created. */
async function heldVersion(name: string, api: IDBFactory): Promise<number> {
  const request = api.open(name);
  request.onupgradeneeded = () => request.transaction?.abort();
  const held = await answered(request);
  held.close();
  return held.version;
}

/** Migrates the rows, in the transaction of the upgrade: either all rows are converted to this version, or none. */
async function bringRowsForward(transaction: Transaction, changes: NonNullable<Layout['changes'][number]>): Promise<void> {
  for (const [table, change] of Object.entries(changes)) {
    if (!change) continue;
    await transaction
      .table(table)
      .toCollection()
      .modify((row, slot) => {
        slot.value = change(row);
      });
  }
  // RxDB's own data about the collections describes their former schemas.
  await transaction.table(RXDB_TABLE).where('id').startsWith('collection|').delete();
}

/** Declares the versions. The tables are those of the present version from the start. Each later step converts the rows by one version. */
function describe(database: Dexie, { version, tables, changes }: Layout): void {
  database.version(1).stores({ ...tables });
  for (let step = 2; step <= version; step += 1) {
    database.version(step).upgrade((transaction) => bringRowsForward(transaction, changes[step] ?? {}));
  }
}

/**
 * Opens a database in the present layout.
 *
 * @throws OtherStore if a newer version of the app upgraded it
 */
export async function openStoreDatabase(name: string, layout: Layout, api: IndexedDbApi, events: StoreEvents): Promise<Dexie> {
  let isRepaired = false;
  const indexedDB = onlyWithVersion(api.indexedDB, () => isRepaired);
  const database = new Dexie(name, { ...api, indexedDB, autoOpen: false });
  database.use(keysFirst);
  allowStrict(database);
  describe(database, layout);
  let opened = false;
  // After a broken connection, Dexie opens the database again by itself. If it then creates the database anew, the old one was taken
  // away.
  database.on('populate', () => {
    if (opened) events.onLost();
  });
  const watch = () => {
    opened = true;
    const connection = database.backendDB();
    connection.addEventListener('close', () => events.onLost());
    connection.addEventListener('versionchange', ({ newVersion }) => (newVersion === null ? events.onLost() : events.onOutdated()));
  };
  database.on('ready', watch, true);
  try {
    await database.open();
  } catch (error) {
    if (!(error instanceof OtherVersion)) throw error;
    const held = await heldVersion(name, api.indexedDB);
    if (layoutVersion(held) > layout.version) throw new OtherStore(`${name} has version ${held}`);
    isRepaired = true;
    await database.open();
  }
  if (layoutVersion(database.backendDB().version) > layout.version) {
    database.close();
    throw new OtherStore(`${name} is of a newer version`);
  }
  return database;
}

interface Opening {
  readonly database: Promise<Dexie>;
  users: number;
}

/** Opens each database once, for any number of tables in use. */
export function createConnections(layout: Layout, api: IndexedDbApi, events: StoreEvents): (databaseName: string) => Promise<Connection> {
  const openings = new Map<string, Opening>();
  return async (databaseName) => {
    const begin = (): Opening => ({ database: openStoreDatabase(storeDatabaseName(databaseName), layout, api, events), users: 0 });
    const opening = openings.get(databaseName) ?? begin();
    openings.set(databaseName, opening);
    opening.users += 1;
    const leave = () => {
      opening.users -= 1;
      if (opening.users === 0 && openings.get(databaseName) === opening) openings.delete(databaseName);
      return opening.users === 0;
    };
    try {
      const database = await opening.database;
      return {
        database,
        release() {
          if (leave()) database.close();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  };
}

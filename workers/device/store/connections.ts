import { Dexie, type Transaction } from 'dexie';
import { RXDB_TABLE, storeDatabaseName } from '../database-name.ts';
import { keysFirst } from '../keys-first.ts';
import type { Layout } from './layout.ts';

/** Where databases are stored; a test passes its own. */
export interface Place {
  readonly indexedDB: IDBFactory;
  readonly IDBKeyRange: typeof IDBKeyRange;
}

/** What may happen to an open database from outside. */
export interface StoreEvents {
  /** the browser took it away: the stored data is lost or cannot be trusted */
  readonly onLost: () => void;
  /** a newer version of the app upgrades it; it is closed here */
  readonly onOutdated: () => void;
}

/** A newer version of the app created the database. */
export class NewerStore extends Error {}

/** This realm's only connection to a database, for as long as it is in use. */
export interface Connection {
  readonly database: Dexie;
  /** Ends one use of the connection. The last one closes it. */
  release(): void;
}

/** Dexie multiplies its version by ten, and adds one for each repair of its own. */
export const layoutVersion = (nativeVersion: number): number => Math.floor(nativeVersion / 10);

/** Refuses a newer database. Dexie would open it and add what it misses in it. */
async function refuseNewer(name: string, { version }: Layout, { indexedDB }: Place): Promise<void> {
  // Browsers of 2023 cannot list their databases.
  if (!('databases' in indexedDB)) return;
  const held = (await indexedDB.databases()).find((one) => one.name === name)?.version ?? 0;
  if (layoutVersion(held) > version) throw new NewerStore(`${name} has version ${held}`);
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

/** Opens a database in the present layout. */
export async function openStoreDatabase(name: string, layout: Layout, place: Place, events: StoreEvents): Promise<Dexie> {
  await refuseNewer(name, layout, place);
  const database = new Dexie(name, { ...place, autoOpen: false });
  database.use(keysFirst);
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
  await database.open();
  if (layoutVersion(database.backendDB().version) > layout.version) {
    database.close();
    throw new NewerStore(`${name} is of a newer version`);
  }
  return database;
}

interface Opening {
  readonly database: Promise<Dexie>;
  users: number;
}

/** Opens each database once, for any number of tables in use. */
export function createConnections(layout: Layout, place: Place, events: StoreEvents): (databaseName: string) => Promise<Connection> {
  const openings = new Map<string, Opening>();
  return async (databaseName) => {
    const opening = openings.get(databaseName) ?? {
      database: openStoreDatabase(storeDatabaseName(databaseName), layout, place, events),
      users: 0,
    };
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

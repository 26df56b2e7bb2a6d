import { Dexie, type Transaction } from 'dexie';
import { NOTES_TABLE, storeDatabaseName } from '../database-name.ts';
import { keysFirst } from '../keys-first.ts';
import type { Layout } from './layout.ts';

/** Where databases lie; a test gives one of its own. */
export interface Place {
  readonly indexedDB: IDBFactory;
  readonly IDBKeyRange: typeof IDBKeyRange;
}

/** What may happen to an open database from outside. */
export interface Fate {
  /** the browser took it away: what was held is gone or cannot be trusted */
  readonly onLost: () => void;
  /** a newer version of the app moves it on; it is closed here */
  readonly onOutdated: () => void;
}

/** A newer version of the app has made the database. */
export class NewerStore extends Error {}

/** The one connection of this realm to a database, for as long as somebody uses it. */
export interface Connection {
  readonly database: Dexie;
  /** Ends one use of it. The last one closes it. */
  release(): void;
}

/** Dexie multiplies its version by ten, and adds one for each repair of its own. */
export const layoutVersion = (nativeVersion: number): number => Math.floor(nativeVersion / 10);

/** Dexie would open a newer database, and put what it misses into it. */
async function refuseNewer(name: string, { version }: Layout, { indexedDB }: Place): Promise<void> {
  // Browsers of 2023 do not tell which databases there are.
  if (!('databases' in indexedDB)) return;
  const held = (await indexedDB.databases()).find((one) => one.name === name)?.version ?? 0;
  if (layoutVersion(held) > version) throw new NewerStore(`${name} has version ${held}`);
}

/** In the transaction of the upgrade: either all rows are as this version has them, or none. */
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
  // What RxDB noted of the collections is about their former schemas.
  await transaction.table(NOTES_TABLE).where('id').startsWith('collection|').delete();
}

/** The tables are those of the present version from the beginning; each version after that takes what it finds one step forward. */
function describe(database: Dexie, { version, tables, changes }: Layout): void {
  database.version(1).stores({ ...tables });
  for (let step = 2; step <= version; step += 1) {
    database.version(step).upgrade((transaction) => bringRowsForward(transaction, changes[step] ?? {}));
  }
}

/** Opens a database by itself, in the present layout. */
export async function openStoreDatabase(name: string, layout: Layout, place: Place, fate: Fate): Promise<Dexie> {
  await refuseNewer(name, layout, place);
  const database = new Dexie(name, { ...place, autoOpen: false });
  database.use(keysFirst);
  describe(database, layout);
  let opened = false;
  // Where the connection breaks, Dexie opens it again by itself: what it makes anew then was taken away.
  database.on('populate', () => {
    if (opened) fate.onLost();
  });
  const watch = () => {
    opened = true;
    const connection = database.backendDB();
    connection.addEventListener('close', () => fate.onLost());
    connection.addEventListener('versionchange', ({ newVersion }) => (newVersion === null ? fate.onLost() : fate.onOutdated()));
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

/** Opens each database once, however many of its tables are used. */
export function createConnections(layout: Layout, place: Place, fate: Fate): (databaseName: string) => Promise<Connection> {
  const openings = new Map<string, Opening>();
  return async (databaseName) => {
    const opening = openings.get(databaseName) ?? {
      database: openStoreDatabase(storeDatabaseName(databaseName), layout, place, fate),
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

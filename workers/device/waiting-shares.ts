/**
 * What other apps shared with Kith on this device, until a member says where it goes. The service worker stores it, pages read it. What came
 * while a member was signed in is theirs, and erased when they sign out. What came while nobody was signed in waits for the next member.
 */
import { ERASE_LOCK, shareDatabaseName } from './database-name.ts';
import { answered, completed, listDatabases, opened, openedIfThere } from './indexed-db.ts';
import { rememberedMember } from './session/remembered-member.ts';

export interface SharedFile {
  readonly name: string;
  /** Only browsers that lose no `Blob`s have a share sheet. The bytes stay on the disk until they are read. */
  readonly file: Blob;
}

export interface Share {
  /** The draft that it becomes has this id, and so has the row: used twice, after a crash, it is one draft and one row. Later ones are greater. */
  readonly id: string;
  readonly text: string;
  /** whether the text was longer */
  readonly isCut: boolean;
  readonly photos: readonly SharedFile[];
  /** the names of files that did not fit */
  readonly leftOut: readonly string[];
}

export interface WaitingShare extends Share {
  /** the member who was signed in when it came */
  readonly owner: string | null;
}

/** One that waits, and a later one that may replace it once its member says so. */
const MOST_WAITING = 2;
const TABLE = 'shares';

/** Runs `does` in one transaction, and closes the database. */
async function inTable<T>(database: IDBDatabase, mode: IDBTransactionMode, does: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    // What was shared is nowhere else in the app.
    const transaction = database.transaction(TABLE, mode, { durability: 'strict' });
    const done = completed(transaction);
    const [answer] = await Promise.all([answered(does(transaction.objectStore(TABLE))), done]);
    return answer;
  } finally {
    database.close();
  }
}

async function sharesOf(owner: string | null, listing: ReturnType<typeof listDatabases>): Promise<readonly WaitingShare[]> {
  const database = await openedIfThere(shareDatabaseName(owner), listing);
  const shares: readonly Share[] = database ? await inTable(database, 'readonly', (table) => table.getAll()) : [];
  return shares.map((share) => ({ ...share, owner }));
}

/** What waits for this member or for the next one who signs in, the earliest first. Creates nothing. */
export async function waitingShares(userId: string): Promise<readonly WaitingShare[]> {
  const listing = listDatabases();
  const found = await Promise.all([sharesOf(null, listing), sharesOf(userId, listing)]);
  return found.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Stores a share for the member who is signed in, or for the next one. Returns false where two wait already. Rejects like every write if the
 * device has no disk space left.
 */
export async function keepShare(share: Share): Promise<boolean> {
  // No erasure runs in between: either the member has signed out before this, or what is stored here is erased with the rest.
  // biome-ignore lint/plugin: only a service worker writes here, and each has a browser of its own
  return navigator.locks.request(ERASE_LOCK, { mode: 'shared' }, async () => {
    const owner = await rememberedMember();
    const database = await opened(shareDatabaseName(owner), (made) => void made.createObjectStore(TABLE, { keyPath: 'id' }));
    const waiting = await inTable(database, 'readwrite', (table) => {
      const count = table.count();
      count.addEventListener('success', () => count.result < MOST_WAITING && table.add(share));
      return count;
    });
    return waiting < MOST_WAITING;
  });
}

/** Removes a share that was used or discarded. */
export async function removeShare({ owner, id }: WaitingShare): Promise<void> {
  const database = await openedIfThere(shareDatabaseName(owner));
  if (database) await inTable(database, 'readwrite', (table) => table.delete(id));
}

import { answered, completed, opened, openedIfThere } from '../indexed-db.ts';

/**
 * Who is signed in, for the service worker: workers cannot read local storage, where the marker of the session is. The record holds the
 * id of the member and nothing else. It follows the marker (`src/data/session/member-record.ts`) and is erased before it.
 */
const NAME = 'kith-member';
const TABLE = 'member';
const KEY = 'id';

/** The id of the remembered member, or null. Creates nothing. */
export async function rememberedMember(): Promise<string | null> {
  const database = await openedIfThere(NAME).catch(() => null);
  if (!database) return null;
  try {
    const id: unknown = await answered(database.transaction(TABLE).objectStore(TABLE).get(KEY));
    return typeof id === 'string' ? id : null;
  } finally {
    database.close();
  }
}

/** Remembers this member in place of any other. */
export async function rememberMember(userId: string): Promise<void> {
  const database = await opened(NAME, (made) => void made.createObjectStore(TABLE));
  try {
    const writing = database.transaction(TABLE, 'readwrite');
    writing.objectStore(TABLE).put(userId, KEY);
    await completed(writing);
  } finally {
    database.close();
  }
}

/** Erases the record, with its database. */
export const forgetMember = async (): Promise<void> => void (await answered(indexedDB.deleteDatabase(NAME)));

import {
  callsDatabaseName,
  draftDatabaseName,
  imageDatabaseName,
  shareDatabaseName,
  storePrefix,
} from '../../../workers/device/database-name.ts';
import { answered, canListDatabases, listDatabases } from '../../../workers/device/indexed-db.ts';

/** A blocked deletion is done as soon as the other window lets go, usually within this time. */
const BLOCKED_LIMIT_MS = 3000;
/** A deletion that is not blocked takes its time on a slow device. A window that hangs does not even report that it blocks. */
const DELETE_LIMIT_MS = 6000;

async function deletion(name: string, onBlocked: () => void): Promise<unknown> {
  // Dexie then also removes it from its own list.
  if (!canListDatabases()) return (await import('dexie')).Dexie.delete(name);
  const request = indexedDB.deleteDatabase(name);
  request.onblocked = onBlocked;
  return answered(request);
}

/**
 * Whether it was deleted. A tab that hangs keeps its connection: the deletion then follows once that tab lets go, if this page is still
 * open.
 */
async function deleteByName(name: string): Promise<boolean> {
  const limits: ReturnType<typeof setTimeout>[] = [];
  let giveUpAfter = (_ms: number) => {};
  const late = new Promise<false>((resolve) => {
    giveUpAfter = (ms) => limits.push(setTimeout(() => resolve(false), ms));
  });
  giveUpAfter(DELETE_LIMIT_MS);
  try {
    return await Promise.race([deletion(name, () => giveUpAfter(BLOCKED_LIMIT_MS)).then(() => true), late]);
  } finally {
    limits.forEach(clearTimeout);
  }
}

/** The names of all IndexedDB databases of one member, from any version of the app. */
async function namesOf(userId: string): Promise<string[]> {
  const listed = await listDatabases();
  // Where the browser cannot list its databases, Dexie keeps a list of those that it made.
  const all = listed ? listed.flatMap(({ name }) => name ?? []) : await (await import('dexie')).Dexie.getDatabaseNames();
  const names = all.filter((name) => name.startsWith(storePrefix(userId)));
  // Dexie did not make these, so it does not list them. If one does not exist, deleting it does nothing.
  if (listed || names.length === 0) return names;
  return [...names, ...[imageDatabaseName, draftDatabaseName, shareDatabaseName, callsDatabaseName].map((nameOf) => nameOf(userId))];
}

/** Deletes the local databases of one member. Returns whether nothing is left. Fails where the browser cannot delete them. */
export async function eraseDatabase(userId: string): Promise<boolean> {
  const deleted = await Promise.all((await namesOf(userId)).map(deleteByName));
  return deleted.every(Boolean) && (await namesOf(userId)).length === 0;
}

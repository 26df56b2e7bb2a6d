import { imageDatabaseName, storePrefix } from '../../workers/device/database-name.ts';

/** A deletion that a window blocks is done as soon as that lets go: with luck within this time. */
const BLOCKED_LIMIT_MS = 3000;
/** One that nobody blocks takes its time on a slow device. A window that hangs does not even say that it blocks. */
const DELETE_LIMIT_MS = 6000;

/** Firefox before 126 does not say which databases there are. There Dexie keeps a list of those that it made. */
const listsDatabases = (): boolean => typeof (indexedDB as { databases?: unknown }).databases === 'function';

async function allNames(): Promise<readonly string[]> {
  if (listsDatabases()) return (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  return (await import('dexie')).Dexie.getDatabaseNames();
}

function deletion(name: string, onBlocked: () => void): Promise<unknown> {
  if (!listsDatabases()) return import('dexie').then(({ Dexie }) => Dexie.delete(name));
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
    request.onblocked = onBlocked;
  });
}

/** Whether it is gone. A tab that hangs keeps its connection: the deletion is then done as soon as it lets go, if this page still lives. */
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

/** All that lies in IndexedDB of one member, whichever version of the app made it. */
async function namesOf(userId: string): Promise<string[]> {
  const names = (await allNames()).filter((name) => name.startsWith(storePrefix(userId)));
  // Not made by Dexie. Where there is no such database, its deletion does nothing.
  return listsDatabases() || names.length === 0 ? names : [...names, imageDatabaseName(userId)];
}

/** Deletes the local database of one member, and says whether nothing of it is left. Fails where the browser cannot delete it. */
export async function eraseDatabase(userId: string): Promise<boolean> {
  const deleted = await Promise.all((await namesOf(userId)).map(deleteByName));
  return deleted.every(Boolean) && (await namesOf(userId)).length === 0;
}

import { databaseName } from '../../schemas/local/database-name.ts';

const DELETE_LIMIT_MS = 3000;

/** Firefox before 126 does not say which databases there are. There Dexie keeps a list of those that it made. */
const listsDatabases = (): boolean => typeof (indexedDB as { databases?: unknown }).databases === 'function';

async function allNames(): Promise<readonly string[]> {
  if (listsDatabases()) return (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  return (await import('dexie')).Dexie.getDatabaseNames();
}

function deletion(name: string): Promise<unknown> {
  if (!listsDatabases()) return import('dexie').then(({ Dexie }) => Dexie.delete(name));
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
  });
}

/** Whether it is gone. A tab that hangs keeps its connection: the deletion is then done as soon as it lets go, if this page still lives. */
async function deleteByName(name: string): Promise<boolean> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    limit = setTimeout(() => resolve(false), DELETE_LIMIT_MS);
  });
  try {
    return await Promise.race([deletion(name).then(() => true), late]);
  } finally {
    clearTimeout(limit);
  }
}

/** All that lies in IndexedDB of one member, whichever version of the app made it. */
async function namesOf(userId: string): Promise<string[]> {
  const prefix = `rxdb-dexie-${databaseName(userId)}--`;
  return (await allNames()).filter((name) => name.startsWith(prefix));
}

/** Deletes the local database of one member, and says whether nothing of it is left. Fails where the browser cannot delete it. */
export async function eraseDatabase(userId: string): Promise<boolean> {
  const deleted = await Promise.all((await namesOf(userId)).map(deleteByName));
  return deleted.every(Boolean) && (await namesOf(userId)).length === 0;
}

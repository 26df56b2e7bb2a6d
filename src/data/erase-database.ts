import { imageDatabaseName, storePrefix } from '../../workers/device/database-name.ts';

/** A blocked deletion is done as soon as the other window lets go, usually within this time. */
const BLOCKED_LIMIT_MS = 3000;
/** A deletion that is not blocked takes its time on a slow device. A window that hangs does not even report that it blocks. */
const DELETE_LIMIT_MS = 6000;

/** Firefox before 126 cannot list its databases. There Dexie keeps a list of those that it made. */
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
  const names = (await allNames()).filter((name) => name.startsWith(storePrefix(userId)));
  // Dexie did not make this one, so it does not list it. If it does not exist, deleting it does nothing.
  return listsDatabases() || names.length === 0 ? names : [...names, imageDatabaseName(userId)];
}

/** Deletes the local databases of one member. Returns whether nothing is left. Fails where the browser cannot delete them. */
export async function eraseDatabase(userId: string): Promise<boolean> {
  const deleted = await Promise.all((await namesOf(userId)).map(deleteByName));
  return deleted.every(Boolean) && (await namesOf(userId)).length === 0;
}

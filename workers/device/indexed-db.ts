/** The requests of IndexedDB as promises, for code that opens, reads or deletes databases without RxDB. */

/** Resolves with the result of a request. Rejects with its error. */
export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Resolves when the transaction is complete, which is after the last of its requests: only then does a device without disk space report
 * that.
 */
export const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
  });

/**
 * Opens a database. `create` makes the tables of a database that does not exist yet. If it aborts its transaction, none is created, and the
 * promise rejects with an AbortError.
 */
export function opened(
  name: string,
  create: (made: IDBDatabase, transaction: { readonly abort: () => void }) => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => create(request.result, { abort: () => request.transaction?.abort() });
  return answered(request);
}

/** Whether the browser can list its databases. Firefox before 126 cannot. */
export const canListDatabases = (factory: IDBFactory = indexedDB): boolean =>
  typeof (factory as { databases?: unknown }).databases === 'function';

/** The databases of this origin; null if the browser cannot list them. */
export const listDatabases = async (factory?: IDBFactory): Promise<readonly IDBDatabaseInfo[] | null> =>
  canListDatabases(factory) ? (factory ?? indexedDB).databases() : null;

/**
 * Opens a database in the version that it has; null if it does not exist. Creates nothing.
 *
 * @param listing the databases that there are, where they were listed before: that takes a browser some time
 */
export async function openedIfThere(name: string, listing = listDatabases()): Promise<IDBDatabase | null> {
  // WebKit lists a database whose creation was aborted, and so would leave a trace.
  const listed = await listing;
  if (listed && !listed.some((one) => one.name === name)) return null;
  const request = indexedDB.open(name);
  let isNew = false;
  // A database that would be created here holds nothing.
  request.onupgradeneeded = () => {
    isNew = true;
    request.transaction?.abort();
  };
  return answered(request).catch((error: unknown) => {
    if (isNew) return null;
    throw error;
  });
}

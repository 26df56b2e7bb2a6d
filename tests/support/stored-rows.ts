import type { Page } from 'playwright-core';

/** A row as it is stored on a device. */
export interface StoredRow {
  readonly id: string;
  readonly _deleted: '0' | '1';
  readonly unsent?: 0 | 1;
  readonly content?: string;
  readonly post_id?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The suffix of the name of the database that holds the store. */
export const STORE = '--store';

/** The rows in a table of this browser's store, whatever the app shows; empty where the table does not exist. */
export const storedRows = (page: Page, table: string): Promise<readonly StoredRow[]> =>
  page.evaluate(
    async ([end, of]) => {
      const asked = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const name = (await indexedDB.databases()).find((one) => one.name?.endsWith(end))?.name;
      if (!name) return [];
      const database = await asked(indexedDB.open(name));
      try {
        if (!database.objectStoreNames.contains(of)) return [];
        return await asked(database.transaction(of).objectStore(of).getAll());
      } finally {
        database.close();
      }
    },
    [STORE, table] as const,
  );

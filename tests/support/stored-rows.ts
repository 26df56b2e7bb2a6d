import type { Page } from 'playwright-core';

/** A row as it is stored on a device. */
export interface StoredRow {
  readonly id: string;
  readonly _deleted: '0' | '1';
  readonly pending?: 0 | 1;
  readonly content?: string;
  readonly post_id?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly value?: unknown;
}

/** The suffix of the name of the database that holds the store. */
export const STORE = '--store';

/** The rows in a table of this browser's store, or of another database, whatever the app shows; empty where the table does not exist. */
export const storedRows = (page: Page, table: string, database = STORE): Promise<readonly StoredRow[]> =>
  page.evaluate(
    async ([suffix, tableName]) => {
      const asked = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const name = (await indexedDB.databases()).find((one) => one.name?.endsWith(suffix))?.name;
      if (!name) return [];
      const database = await asked(indexedDB.open(name));
      try {
        if (!database.objectStoreNames.contains(tableName)) return [];
        return await asked(database.transaction(tableName).objectStore(tableName).getAll());
      } finally {
        database.close();
      }
    },
    [database, table] as const,
  );

/** Keeps a table of this browser's store busy until the returned function is called: what reads from it has to wait. */
export async function holdTable(page: Page, table: string): Promise<() => Promise<void>> {
  await page.evaluate(
    async ([suffix, tableName]) => {
      const name = (await indexedDB.databases()).find((one) => one.name?.endsWith(suffix))?.name ?? '';
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const holding = opening.result.transaction(tableName, 'readwrite');
          holding.oncomplete = () => opening.result.close();
          // A transaction lasts as long as something is asked in it.
          const ask = () => {
            resolve();
            if (!('releasesTable' in globalThis)) holding.objectStore(tableName).count().onsuccess = ask;
          };
          ask();
        };
      });
    },
    [STORE, table] as const,
  );
  return () => page.evaluate(() => void Object.assign(globalThis, { releasesTable: true }));
}

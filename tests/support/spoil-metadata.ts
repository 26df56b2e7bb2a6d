import type { Page } from 'playwright-core';
import { STORE } from './stored-rows.ts';

/** On a page that is not the app: changes the stored metadata so that it fits no collection any more. */
export const spoilMetadata = (page: Page): Promise<void> =>
  page.evaluate(async (end) => {
    const name = (await indexedDB.databases()).find((one) => one.name?.endsWith(end))?.name ?? '';
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await asked(indexedDB.open(name));
    const docs = database.transaction('_rxdb_internal', 'readwrite').objectStore('_rxdb_internal');
    const entries = await asked(docs.getAll());
    for (const entry of entries)
      if (entry.data?.schemaHash) await asked(docs.put({ ...entry, data: { ...entry.data, schemaHash: 'spoilt', schema: {} } }));
    database.close();
  }, STORE);

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The texts of all drafts that this browser has stored, as a page that is open sees them; of a form of several fields its JSON. */
export const storedDrafts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((one) => one.name?.endsWith('plugin-local-documents-'))?.name ?? '';
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await asked(indexedDB.open(name));
    try {
      type Row = { readonly id: string; readonly _deleted: string; readonly data: { readonly value: unknown } };
      const rows = await asked(database.transaction('docs').objectStore('docs').getAll() as IDBRequest<Row[]>);
      return rows.flatMap(({ id, _deleted, data }) =>
        id.startsWith('draft-') && _deleted === '0' ? [typeof data.value === 'string' ? data.value : JSON.stringify(data.value)] : [],
      );
    } finally {
      database.close();
    }
  });

/** Waits until a draft with this in it is stored: from here on it outlives its page. */
export const draftStored = (page: Page, text: string): Promise<void> =>
  expect.poll(async () => (await storedDrafts(page)).some((draft) => draft.includes(text))).toBe(true);

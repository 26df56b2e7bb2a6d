/** Choosing a profile photo as a screen does it: the image is stored on the device, then the member's own row names it. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';

/** Loads the code that stores images, as the first profile picture on a page does. Finds the chunk through the chunks that refer to it. */
async function loadKeeper(page: Page): Promise<void> {
  const piece = await page.evaluate(async () => {
    for (const { name } of performance.getEntriesByType('resource')) {
      if (!/\/assets\/[^/]+\.js$/.test(name)) continue;
      const found = /image-sources-[\w-]+\.js/.exec(await (await fetch(name)).text());
      if (found) return found[0];
    }
    throw new Error('no piece of the page keeps images');
  });
  // Passed as text: the test runner would rewrite an import.
  await page.evaluate(`import('/assets/${piece}').then(({ keepImage }) => void (window.keepImage = keepImage))`);
}

/** A small WebP of one colour. */
export const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .webp()
    .toBuffer();

/**
 * Stores these bytes on the device and sets them as the member's profile photo, in the page's own store. Resolves to the image's address.
 */
export async function choosePhoto(page: Page, bytes: Buffer): Promise<string> {
  await loadKeeper(page);
  return page.evaluate(
    async ({ given, write_id }) => {
      interface Row {
        [field: string]: unknown;
        write_id: string;
        pending: 0 | 1;
        assumed: string[];
      }
      interface Store {
        readonly userId: string;
        readonly collections: {
          readonly profiles: {
            findOne(id: string): { exec(): Promise<{ incrementalModify(change: (row: Row) => Row): Promise<unknown> } | null> };
          };
        };
      }
      interface Fiber {
        readonly memoizedProps?: { readonly value?: Partial<Store> } | null;
        readonly child: Fiber | null;
        readonly sibling: Fiber | null;
      }
      const root = document.getElementById('root') as unknown as Record<string, Fiber>;
      const find = (fiber: Fiber | null): Store | undefined => {
        if (!fiber) return undefined;
        const value = fiber.memoizedProps?.value;
        if (value?.collections && value.userId) return value as Store;
        return find(fiber.child) ?? find(fiber.sibling);
      };
      const container = Object.keys(root).find((key) => key.startsWith('__reactContainer'));
      const store = container === undefined ? undefined : find(root[container] ?? null);
      if (!store) throw new Error('no store is open');
      const { keepImage } = window as unknown as { keepImage(bytes: ArrayBuffer): Promise<string> };
      const url = await keepImage(new Uint8Array(given).buffer);
      const row = await store.collections.profiles.findOne(store.userId).exec();
      if (!row) throw new Error('the own profile is not here');
      await row.incrementalModify((before) => ({
        ...before,
        profile_image_url: url,
        assumed: before.pending ? [...before.assumed, before.write_id] : [before.write_id],
        write_id,
        pending: 1,
      }));
      return url;
    },
    { given: [...bytes], write_id: uuid() },
  );
}

/** The ids of the signed-in member's images on this device. */
export const storedImages = (page: Page, userId: string): Promise<string[]> =>
  page.evaluate(async (member) => {
    const name = `rxdb-dexie-kith-${member}--images`;
    // Only the app may create the database, so a missing one is not opened here.
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return [];
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
    try {
      return await new Promise<string[]>((done, fail) => {
        const request = database.transaction('bytes').objectStore('bytes').getAllKeys();
        request.onsuccess = () => done(request.result as string[]);
        request.onerror = () => fail(request.error);
      });
    } finally {
      database.close();
    }
  }, userId);

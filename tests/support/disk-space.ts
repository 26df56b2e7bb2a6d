/** Takes away the disk space that a browser has for this origin. */
import type { Page } from 'playwright-core';

/** How many bytes the browser may store while the space is not taken away. */
const ENOUGH = 20_000_000;

/**
 * Gives the page some disk space, before the app stores anything. The result can take all of it away and give it back.
 *
 * The browser caches for half a minute how much space was left, and lets smaller writes pass until then. A write larger than the cached value
 * makes it check again. So it never has more space than such a write is large: not before the space is taken away, nor after it is back.
 */
export async function limitDiskSpace(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  const limit = (quotaSize: number) => session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
  await limit(ENOUGH);
  return {
    async takeAway(): Promise<void> {
      await limit(1);
      const stored = await page.evaluate(
        (size) =>
          new Promise<boolean>((resolve) => {
            const opening = indexedDB.open('filler');
            opening.onupgradeneeded = () => void opening.result.createObjectStore('filler');
            opening.onerror = () => resolve(false);
            opening.onsuccess = () => {
              const write = opening.result.transaction('filler', 'readwrite');
              write.objectStore('filler').put(new Uint8Array(size), 'filler');
              const end = (answer: boolean) => () => {
                opening.result.close();
                resolve(answer);
              };
              write.oncomplete = end(true);
              write.onabort = end(false);
            };
          }),
        ENOUGH,
      );
      if (stored) throw new Error('the browser still has disk space');
    },
    giveBack: async (): Promise<void> => void (await limit(ENOUGH)),
  };
}

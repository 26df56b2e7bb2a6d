/** A browser without disk space for what it stores of this origin. */
import type { Page } from 'playwright-core';

/** What the browser may store until the space is taken away. */
const ENOUGH = 20_000_000;

/**
 * Allows the page some disk space, before the app stores anything. The answer takes all of it away, and gives it back.
 *
 * The browser remembers for half a minute how much was left, and lets small writes pass until then. One write of more than it
 * remembers makes it look again.
 */
export async function limitDiskSpace(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: ENOUGH });
  return {
    async takeAway(): Promise<void> {
      await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
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
    giveBack: async (): Promise<void> => void (await session.send('Storage.overrideQuotaForOrigin', { origin })),
  };
}

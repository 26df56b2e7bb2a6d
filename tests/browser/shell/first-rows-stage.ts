/** Ana's feed with everything that a card can have. Another tab can keep the store from opening, so that the first rows stay alone. */
import type { Page } from 'playwright-core';
import { PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { STORE } from '../../support/stored-rows.ts';

const POSTS = 24;
/** Words that only the newest post has. */
export const NEWEST = `Note ${POSTS}.`;

export const test = browserTest
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, cleo] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Cleo Vane')];
    await circle.befriend(ana, ben);
    await circle.befriend(ana, cleo);
    for (let n = 0; n < POSTS; n += 1) {
      const author = n % 3 === 0 ? cleo : ben;
      const id = await circle.post(author, { content: `Note ${n + 1}. ${'And so it went on. '.repeat((n * 7) % 23)}` });
      if (n % 2 === 0) await circle.comment(n % 4 === 0 ? ana : author, id, `Said below ${n + 1}`);
      if (n % 3 === 0) await circle.react(author, 'post', id, '🎉');
    }
    // So that the words of their times do not change while a test runs.
    await circle.database.write((tx) => tx`update posts set created_at = created_at - interval '150 minutes'`);
    return { ana, ben, cleo };
  })
  /** Opens Ana's browser and waits until it has everything. */
  .extend('reader', async ({ open, people }) => async (options: Parameters<typeof open>[1] = {}) => {
    const device = await open(people.ana, options);
    await upToDate(device.page);
    return device;
  });

/** The cards as they are in the document, without ids that React counts. */
export const cardsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('article')].map((card) =>
      card.outerHTML.replaceAll(/(id|aria-labelledby|aria-controls)="_r_[^"]*"/g, ''),
    ),
  );

/** Notes from now on, in each page, whether a card was ever in the document. */
export async function watchCards(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const seen = { card: false };
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      seen.card ||= document.querySelector('article') !== null;
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: { card: boolean } }).seen.card);
}

/**
 * Writes to a table of the store for as long as wanted, in a tab that does not show the app. With RxDB's own table no store opens until then,
 * and first rows can be read. Resolves to a function that ends the write.
 */
export async function holdTable(tab: Page, table = '_rxdb_internal'): Promise<() => Promise<void>> {
  await tab.goto(PAGE_WITHOUT_APP);
  await tab.evaluate(
    async ([suffix, name]) => {
      const held = { still: true };
      Object.assign(globalThis, { held });
      const found = (await indexedDB.databases()).find((one) => one.name?.endsWith(suffix))?.name ?? '';
      const opening = indexedDB.open(found);
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const database = opening.result;
      const transaction = database.transaction(name, 'readwrite');
      // A transaction ends as soon as nothing is asked of it.
      const go = () => {
        const asked = transaction.objectStore(name).get('nothing');
        asked.onsuccess = () => held.still && go();
      };
      go();
      transaction.oncomplete = () => database.close();
    },
    [STORE, table] as const,
  );
  return () =>
    tab.evaluate(() => {
      (globalThis as unknown as { held: { still: boolean } }).held.still = false;
    });
}

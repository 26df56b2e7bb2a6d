/** The states of a start that may show first rows: in every look, and whatever else happens to the store or the session. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PAGE_WITHOUT_APP, PHONE } from '../../support/browser.ts';
import { card, react, upToDate } from '../../support/on-screen.ts';
import { holdPiece } from '../../support/pieces.ts';
import { spoilMetadata } from '../../support/spoil-metadata.ts';
import { STORE, storedRows } from '../../support/stored-rows.ts';
import { cardsOf, holdTable, NEWEST, test, watchCards } from './first-rows-stage.ts';

const failed = (page: Page) => page.getByRole('heading', { level: 1, name: "This device's storage did not open" });
const noCards = (page: Page) => expect.poll(() => page.getByRole('article').count()).toBe(0);

/** Does something to the store in a tab without the app. */
const toStore = async (tab: Page, act: (name: string) => Promise<void>): Promise<void> => {
  await tab.goto(PAGE_WITHOUT_APP);
  const name = await tab.evaluate(
    async (suffix) => (await indexedDB.databases()).find((one) => one.name?.endsWith(suffix))?.name ?? '',
    STORE,
  );
  await tab.evaluate(act, name);
};

test.for([
  ['a phone', { viewport: PHONE, colorScheme: 'light' }, ''],
  ['a phone at night', { viewport: PHONE, colorScheme: 'dark' }, ''],
  ['a tablet', { viewport: { width: 820, height: 1180 }, colorScheme: 'light' }, ''],
  ['a computer at night', { viewport: DESKTOP, colorScheme: 'dark' }, ''],
  ['a computer', { viewport: DESKTOP, colorScheme: 'light' }, ''],
  ['large text', { viewport: PHONE, colorScheme: 'light' }, 'font-size: 200%'],
  ['right to left', { viewport: PHONE, colorScheme: 'light' }, 'direction: rtl'],
] as const)('on %s the first cards are the same before and after the store takes over', async ([, look, style], { reader }) => {
  const { page, newTab } = await reader(look);
  const release = await holdTable(await newTab());
  await page.bringToFront();
  await page.addInitScript((css) => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.cssText = css;
    });
  }, style);
  await page.reload();
  await expect.poll(() => page.getByRole('article').count()).toBe(20);
  const photograph = async () => {
    // Bars and the button for a new post may lie over a card, wherever the page is scrolled for its picture.
    await page.evaluate(() => {
      for (const above of document.querySelectorAll<HTMLElement>('nav, header[class*=_bar_], a[class*=_new_]'))
        above.style.visibility = 'hidden';
    });
    return Promise.all([0, 1, 2].map((nth) => page.getByRole('article').nth(nth).screenshot({ animations: 'disabled' })));
  };
  const [early, photos] = [await cardsOf(page), await photograph()];
  await release();
  await upToDate(page);
  expect((await cardsOf(page)).slice(0, 6)).toEqual(early.slice(0, 6));
  for (const [nth, photo] of (await photograph()).entries()) expect(photo.equals(photos[nth] ?? Buffer.alloc(0)), `card ${nth}`).toBe(true);
});

test('a press on a card shows its post and the comments at once; what is written there waits until the store is open', async ({
  reader,
}) => {
  const { page, complaints, newTab } = await reader();
  const release = await holdTable(await newTab());
  await page.reload();
  await card(page, 'Note 23.').click();
  await page.waitForURL('**/posts/*-*');
  await page.locator('main li').getByText('Said below 23').waitFor();
  await page.getByRole('heading', { name: '1 comment' }).waitFor();
  // Nothing can be typed that could be lost.
  expect(await page.locator('[data-composer]:not([inert])').count()).toBe(0);
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main article, main li, [data-composer]')].map((one) => one.getBoundingClientRect().toJSON()),
    );
  const early = await places();
  await react(page, '❤️');
  await release();
  await page.locator('[data-composer]:not([inert])').waitFor();
  await page.getByText('❤️').first().waitFor();
  await expect.poll(async () => (await storedRows(page, 'reactions')).filter(({ id }) => id.includes('❤️')).length).toBe(1);
  expect((await places()).map(({ x, y, width }) => ({ x, y, width }))).toEqual(early.map(({ x, y, width }) => ({ x, y, width })));
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Said from here');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('main li').getByText('Said from here').waitFor();
  expect(complaints).toEqual([]);
});

test('a post of which the start has read no comments shows at once, and they come with the store', async ({ reader }) => {
  const { page, newTab } = await reader();
  const release = await holdTable(await newTab());
  await page.reload();
  await expect.poll(() => page.getByRole('article').count()).toBe(20);
  const far = page.getByRole('article').filter({ hasText: 'Note 7.' });
  await far.click();
  await page.waitForURL('**/posts/*-*');
  await page.getByRole('article').getByText('Note 7.').waitFor();
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await release();
  await page.locator('main li').getByText('Said below 7').waitFor();
});

test('where rows were shown and the store then does not open, only its page shows', async ({ reader }) => {
  const { page, newTab } = await reader();
  const other = await newTab();
  await page.goto(PAGE_WITHOUT_APP);
  // Metadata of another schema: RxDB refuses the store, and plain reading does not look at it.
  await other.goto(PAGE_WITHOUT_APP);
  await spoilMetadata(other);
  const sawCards = await watchCards(page);
  await page.goto('/posts');
  await failed(page).waitFor();
  expect(await sawCards()).toBe(true);
  await noCards(page);
});

test('a store of a newer version gives no rows', async ({ reader }) => {
  const { page, newTab } = await reader();
  const other = await newTab();
  await page.goto(PAGE_WITHOUT_APP);
  await toStore(other, async (name) => {
    const opening = indexedDB.open(name, 1000);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    opening.result.close();
  });
  const sawCards = await watchCards(page);
  await page.goto('/posts');
  await failed(page).waitFor();
  expect(await sawCards()).toBe(false);
});

test('while another window upgrades the store, or writes to the posts for long, the start waits, and shows them after that', async ({
  reader,
}) => {
  const { page, newTab } = await reader();
  const other = await newTab();
  await page.goto(PAGE_WITHOUT_APP);
  await toStore(other, async (name) => {
    // Dexie's own repair: the version after the present one, of the same layout.
    const version = (await indexedDB.databases()).find((one) => one.name === name)?.version ?? 0;
    const opening = indexedDB.open(name, version + 1);
    const held = { still: true };
    Object.assign(globalThis, { held });
    await new Promise<void>((resolve) => {
      opening.onupgradeneeded = () => {
        const go = () => {
          const asked = opening.transaction?.objectStore('posts').get('nothing');
          asked?.addEventListener('success', () => held.still && go());
        };
        go();
        resolve();
      };
      opening.onsuccess = () => opening.result.close();
    });
  });
  const end = () =>
    other.evaluate(() => {
      (globalThis as unknown as { held: { still: boolean } }).held.still = false;
    });
  const sawCards = await watchCards(page);
  await page.goto('/posts');
  await page.getByRole('link', { name: 'View Posts' }).or(page.getByText('Loading...')).first().waitFor();
  expect(await sawCards()).toBe(false);
  await end();
  await card(page, NEWEST).waitFor();

  const release = await holdTable(other, 'posts');
  await page.reload();
  await page.getByText('Loading...').first().waitFor();
  expect(await sawCards()).toBe(false);
  await release();
  await card(page, NEWEST).waitFor();
});

test('two tabs start at the same time, and both show their rows', async ({ reader }) => {
  const { page, newTab } = await reader();
  const second = await newTab();
  await Promise.all([page.reload(), second.goto('/posts')]);
  for (const tab of [page, second]) {
    await card(tab, NEWEST).waitFor();
    await upToDate(tab);
  }
});

test('the rows are not shown to a member whom the marker no longer names, even if no event has said so', async ({ reader }) => {
  const { page } = await reader();
  const sawCards = await watchCards(page);
  await page.addInitScript(() => {
    const close = IDBDatabase.prototype.close;
    IDBDatabase.prototype.close = function (this: IDBDatabase) {
      Object.assign(globalThis, { hasRead: true });
      close.call(this);
    };
  });
  const release = await holdPiece(page, 'member');
  const asked = page.waitForRequest(/\/member-[\w-]+\.js$/);
  await page.reload({ waitUntil: 'commit' });
  await asked;
  await expect.poll(() => page.evaluate(() => (globalThis as { hasRead?: boolean }).hasRead)).toBe(true);
  await page.evaluate(() => localStorage.removeItem('kith-session'));
  release();
  await failed(page).waitFor();
  expect(await sawCards()).toBe(false);
});

test('rows on the screen go when another tab says that somebody else is signed in', async ({ reader, people }) => {
  const { page, newTab } = await reader();
  const third = await newTab();
  const release = await holdTable(third);
  await page.reload();
  await card(page, NEWEST).waitFor();
  await third.evaluate((user) => localStorage.setItem('kith-session', JSON.stringify({ user })), {
    id: people.ben.id,
    name: people.ben.name,
    email: people.ben.email,
  });
  await noCards(page);
  await release();
});

test('a page that goes to the back/forward cache takes no rows with it', async ({ reader }) => {
  const { page } = await reader();
  // Dexie, if it is loaded, closes its databases at this event until the page is back.
  const release = await holdPiece(page, 'open-store');
  await page.reload();
  await card(page, NEWEST).waitFor();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await noCards(page);
  release();
  await card(page, NEWEST).waitFor();
});

test('a store that is taken away while the rows show is not held by them, and fills again', async ({ reader }) => {
  const { page, newTab } = await reader();
  const other = await newTab();
  const release = await holdPiece(page, 'open-store');
  await page.reload();
  await card(page, NEWEST).waitFor();
  await toStore(other, async (name) => {
    const deleting = indexedDB.deleteDatabase(name);
    await new Promise<void>((resolve, reject) => {
      deleting.onsuccess = () => resolve();
      deleting.onblocked = () => reject(new Error('blocked'));
    });
  });
  release();
  await upToDate(page);
  await card(page, NEWEST).waitFor();
});

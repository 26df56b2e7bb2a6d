/** The states of a sign-in with a first page: without one the device is filled as always, and nothing of it stays behind a sign-out. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { card, upToDate } from '../../support/on-screen.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { NEWEST, test, watchCards } from '../shell/first-rows-stage.ts';
import { gate, login, typeSignIn, watchPulls } from './first-page-stage.ts';

const twentyPosts = (page: Page) => expect.poll(() => page.getByRole('article').count()).toBe(20);
const FIRST = { checkpoint: {}, limit: 20 };
const stores = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

test.for(['lost', 'silent'] as const)(
  'a first page that is %s changes nothing: the device is filled by the pull',
  async (fault, { page, people }) => {
    const { opened, open } = gate();
    const asked = await watchPulls(page, async (nth) => {
      if (nth > 1) return undefined;
      return fault === 'lost' ? 'lost' : opened;
    });
    await typeSignIn(page, people.ana.email);
    await login(page);
    await twentyPosts(page);
    await upToDate(page);
    expect(asked.slice(0, 2).map(({ posts }) => posts)).toEqual([FIRST, { checkpoint: {}, limit: 40 }]);
    expect(await storedRows(page, 'posts')).toHaveLength(24);
    open();
  },
);

test('where the page does not learn of the first page it opens the store by itself, and shows the same', async ({ page, people }) => {
  await page.addInitScript(() => {
    const listen = BroadcastChannel.prototype.addEventListener;
    BroadcastChannel.prototype.addEventListener = function (this: BroadcastChannel, type: string, listener: unknown, ...more: unknown[]) {
      const deaf = (event: MessageEvent) => event.data?.type !== 'first-page' && (listener as (event: MessageEvent) => void)(event);
      listen.call(this, type, deaf as EventListener, ...(more as [object]));
    } as typeof listen;
  });
  const { opened, open } = gate();
  await watchPulls(page, async (nth) => nth > 1 && opened);
  await typeSignIn(page, people.ana.email);
  await login(page);
  await twentyPosts(page);
  open();
  await upToDate(page);
  expect(await storedRows(page, 'posts')).toHaveLength(24);
});

test('a sign-out in another tab while the first page is on its way leaves no post, no store and no card', async ({
  page,
  people: { ana },
}) => {
  const sawCard = await watchCards(page);
  await watchPulls(page, async () => {
    // What the tab in which somebody signs out does, but for the erasing.
    await page.evaluate((userId) => {
      localStorage.setItem(`kith-erase-owed ${userId}`, '1');
      localStorage.removeItem('kith-session');
      const session = new BroadcastChannel('kith-session');
      session.postMessage({ type: 'SIGNED_OUT', userId, why: 'asked' });
      const sync = new BroadcastChannel(`kith-replication-${userId}`);
      sync.postMessage({ type: 'close' });
    }, ana.id);
  });
  await typeSignIn(page, ana.email);
  await login(page);
  await page.getByLabel('Email', { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kith-erase-owed')))).toEqual([]);
  await expect.poll(() => stores(page)).toEqual([]);
  expect(await sawCard()).toBe(false);
});

test('a device that has the store already asks for no first page', async ({ page, people: { ana } }) => {
  await typeSignIn(page, ana.email);
  await login(page);
  await upToDate(page);
  // The session ends without a sign-out, so the store stays.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('kith-session'));
  const asked = await watchPulls(page, async () => undefined);
  await page.goto('/auth');
  asked.splice(0);
  await typeSignIn(page, ana.email);
  await login(page);
  await twentyPosts(page);
  await upToDate(page);
  expect(asked.filter(({ posts }) => Object.keys(posts?.checkpoint ?? {}).length === 0)).toEqual([]);
});

test('two tabs follow one sign-in, and both show each post once', async ({ circle, people: { ana, ben }, open }) => {
  const { page, newTab } = await open();
  const other = await newTab();
  await typeSignIn(other, ana.email);
  await typeSignIn(page, ana.email);
  await login(page);
  for (const tab of [page, other]) {
    await card(tab, NEWEST).waitFor();
    await upToDate(tab);
  }
  const words = 'Written after both had signed in.';
  await circle.post(ben, { content: words });
  for (const tab of [page, other]) {
    await expect.poll(() => tab.getByRole('article').filter({ hasText: NEWEST }).count()).toBe(1);
  }
  await page.reload();
  await expect.poll(() => card(page, words).count()).toBe(1);
});

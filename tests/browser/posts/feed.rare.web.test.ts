/** The feed in its less common states: long texts, nothing in it, no connection, and how often a card renders. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers, enlargeText } from '../../support/barriers.ts';
import { drawnAgain, watchDraws } from '../../support/draws.ts';
import { scrollTo, settled } from '../../support/feed.ts';
import { card, setVisible, upToDate } from '../../support/on-screen.ts';
import { newPosts, pill, test } from './feed-stage.ts';

const feedTab = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' });

test('a card renders once: neither scrolling, nor new posts, nor the sync state renders it again, and a comment only the foot of its own', async ({
  open,
  circle,
  people: { ana, ben },
}) => {
  const commented = await circle.post(ben, { content: 'Who has seen my hat?' });
  const { page, context } = await open(ana, { at: 'about:blank' });
  await watchDraws(context);
  await page.goto('/posts');
  await page.getByRole('article').first().waitFor();
  await upToDate(page);
  await scrollTo(page, 'Older note 1,');
  await drawnAgain(page);

  await scrollTo(page, 'Older note 20,');
  await circle.post(ben, { content: 'Not for these cards' });
  await newPosts(page, '1 new post').waitFor();
  // A page that becomes visible again asks for what is new.
  await setVisible(page, false);
  await setVisible(page, true);
  await upToDate(page);
  expect((await drawnAgain(page)).article ?? 0).toBe(0);

  await page.evaluate(() => window.scrollTo(0, 0));
  const hat = card(page, 'Who has seen my hat?');
  await hat.waitFor();
  await drawnAgain(page);
  await circle.comment(ben, commented, 'It is under the table');
  await hat.getByText('It is under the table').waitFor();
  const { article = 0, footer = 0 } = await drawnAgain(page);
  expect(article).toBe(0);
  expect(footer).toBe(1);
});

/** Counts in the page how often it reads comments and reactions, and how many observers of sizes it makes. */
function countReading(): void {
  const counts = { comments: 0, reactions: 0, observers: 0 };
  Object.assign(globalThis, { counts });
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...args) {
    const table = [args[0]].flat().join();
    if (this.name.endsWith('--store') && (table === 'comments' || table === 'reactions')) counts[table] += 1;
    return transaction.apply(this, args);
  };
  globalThis.ResizeObserver = class extends ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      super(callback);
      counts.observers += 1;
    }
  };
}

test('scrolling asks once for the comments and once for the reactions of a page of posts, and measures all texts with one observer', async ({
  open,
  circle,
  people: { ana, ben },
}) => {
  const commented = await circle.post(ben, { content: 'Answered at once' });
  await circle.comment(ben, commented, 'By myself');
  const { page } = await open(ana, { at: '/posts' });
  await upToDate(page);
  await page.addInitScript(countReading);
  const counts = () =>
    page.evaluate(() => (globalThis as unknown as { counts: Record<'comments' | 'reactions' | 'observers', number> }).counts);
  // At the top, wherever other tests have left the feed.
  await page.goto('/posts');
  await page.getByText('By myself').waitFor();
  await scrollTo(page, 'Older note 1,');
  await page.getByText('You’re all caught up').waitFor();
  await settled(page.getByText('Older note 1,'));
  const { comments, reactions, observers } = await counts();
  // Three pages of posts. The first cards come with their rows, and may be asked for by themselves.
  expect(comments).toBeGreaterThanOrEqual(3);
  expect(comments).toBeLessThanOrEqual(6);
  expect(reactions).toBe(comments);
  expect(observers).toBeLessThanOrEqual(2);
});

test('relative times keep moving; posts that came while the member was away wait, and the feed tab leads to them', async ({
  open,
  circle,
  people: { ana, ben },
}) => {
  const { page } = await open(ana, { at: 'about:blank' });
  await page.clock.install();
  await page.goto('/posts');
  await page.getByText('Older note 45,').waitFor();
  await upToDate(page);
  // The first posts of a new device are no news, nor is what comes right after them.
  await page.clock.fastForward('00:02');
  await circle.post(ben, { content: 'Right now' });
  const now = card(page, 'Right now');
  await now.getByText('Just now').waitFor();
  await page.clock.fastForward('02:30');
  await now.getByText('2m ago').waitFor();

  await setVisible(page, false);
  await page.clock.fastForward('00:31');
  await circle.post(ben, { content: 'While you were away' });
  await setVisible(page, true);
  await newPosts(page, '2 new posts').waitFor();
  expect(await card(page, 'While you were away').count()).toBe(0);
  expect(await barriers(page, 'the feed with new posts waiting')).toEqual([]);
  await feedTab(page).click();
  await card(page, 'While you were away').waitFor();
  await expect.poll(() => pill(page).count()).toBe(0);
  await scrollTo(page, 'Older note 20,');
  await feedTab(page).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('texts of every kind stay on their card, on the smallest screen and with the largest text', async ({ open, circle }) => {
  const ida = await circle.signUp('Ida Small');
  const long = await circle.signUp(`Wolfeschlegelsteinhausenbergerdorff${'welche'.repeat(20)}`, { email: 'long@kith.test' });
  const smiling = await circle.signUp('👩‍👩‍👧‍👦🏳️‍🌈 مريم الخوارزمي', { email: 'smile@kith.test' });
  for (const who of [long, smiling]) {
    await circle.befriend(ida, who);
    await circle.post(who, { content: `x${'0'.repeat(4999)}` });
    await circle.post(who, { content: 'אבגדה '.repeat(60), audience: 'friends_of_friends' });
  }
  const { page } = await open(ida, { viewport: { width: 320, height: 640 } });
  await expect.poll(() => page.getByRole('article').count()).toBe(4);
  await page.getByText(smiling.name).first().waitFor();
  await page.getByText(long.name).first().waitFor();
  const hebrew = card(page, 'אבגדה').first().locator('p').first();
  expect(await hebrew.evaluate((text) => getComputedStyle(text).direction)).toBe('rtl');
  expect(await barriers(page, 'long and foreign texts')).toEqual([]);
  await card(page, '0000').first().getByRole('button', { name: 'Read more' }).click();
  await enlargeText(page);
  await expect
    .poll(() =>
      page.getByRole('article').evaluateAll((cards) => {
        const isWithin = (element: Element, card: Element) =>
          element.getBoundingClientRect().right <= card.getBoundingClientRect().right + 1;
        return cards.map((card) => [...card.querySelectorAll('*')].every((one) => isWithin(one, card)));
      }),
    )
    .toEqual([true, true, true, true]);
});

test('an empty feed leads to the friends page when there are no friends', async ({ open, circle }) => {
  const { page } = await open(await circle.signUp('Nia Solo'));
  await page.getByRole('heading', { name: 'Build your tribe first' }).waitFor();
  expect(await barriers(page, 'a feed without friends')).toEqual([]);
  await page.getByRole('link', { name: 'Add friends' }).click();
  await page.waitForURL('**/friends');
});

test('the feed is not called empty before the server answered: it waits, says that there is no connection, and tries again; then it leads to a first post', async ({
  open,
  circle,
}) => {
  const [oto, pia] = [await circle.signUp('Oto Two'), await circle.signUp('Pia Three')];
  await circle.befriend(oto, pia);
  const { page, context } = await open(oto, { at: 'about:blank' });
  let answer: 'wait' | 'fail' | 'go' = 'wait';
  const waiting: (() => void)[] = [];
  await context.route('**/api/sync/**', async (route) => {
    if (answer === 'wait') await new Promise<void>((resolve) => waiting.push(resolve));
    await (answer === 'go' ? route.continue() : route.abort()).catch(() => undefined);
  });
  await page.goto('/posts');
  await page.getByRole('status').filter({ hasText: 'Loading posts' }).waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('[aria-busy=true] > div').count()).toBe(3);
  answer = 'fail';
  for (const go of waiting.splice(0)) go();
  await page.getByRole('heading', { name: 'Connection Error' }).waitFor();
  expect(await page.getByText('No posts yet').count()).toBe(0);
  expect(await barriers(page, 'a feed without a connection')).toEqual([]);
  await context.setOffline(true);
  await page.getByText('not downloaded to this device yet').waitFor();
  await context.setOffline(false);
  answer = 'go';
  // The page may also have tried again by itself.
  const empty = page.getByRole('heading', { name: 'No posts yet' });
  await Promise.any([page.getByRole('button', { name: 'Try again' }).click(), empty.waitFor()]);
  await empty.waitFor();
  expect(await barriers(page, 'a feed without posts')).toEqual([]);
  await page.getByRole('link', { name: 'Create your first post' }).click();
  await page.waitForURL('**/posts/create');
});

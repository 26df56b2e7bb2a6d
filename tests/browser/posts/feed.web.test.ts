/** The feed as members read it: what it says when it is empty, and that nothing moves what is being read. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers, enlargeText } from '../../support/barriers.ts';
import { drawnAgain, watchDraws } from '../../support/draws.ts';
import { postAll, scrollTo, settled, topOf } from '../../support/feed.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { card, setVisible, upToDate } from '../../support/on-screen.ts';

const OLDER_POSTS = 45;

const test = browserTest
  /** Ana and Dora read what their friend Ben has written. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, dora] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Dora Vik')];
    for (const reader of [ana, dora]) await circle.befriend(reader, ben);
    await postAll(
      circle,
      ben,
      Array.from({ length: OLDER_POSTS }, (_, n) => `Older note ${n + 1}, from before`),
    );
    return { ana, ben, dora };
  });

const pill = (page: Page) => page.getByRole('button', { name: /new posts?$/ });
const newPosts = (page: Page, count: string) => page.getByRole('button', { name: count, exact: true });
const feedTab = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' });

test('the feed loads twenty at a time and says when it ends, returns to its place, and offers Read more exactly where text is hidden', async ({
  open,
  circle,
  people: { ana, ben },
}) => {
  const { page } = await open(ana);
  await page.getByText(`Older note ${OLDER_POSTS},`).waitFor();
  expect(await page.getByRole('article').count()).toBeLessThan(OLDER_POSTS);
  await scrollTo(page, 'Older note 1,');
  await page.getByText('You’re all caught up').waitFor();

  const note = await scrollTo(page, 'Older note 5,');
  const before = await settled(note);
  await note.click();
  await page.getByLabel('Write a comment').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await note.waitFor();
  await expect.poll(async () => Math.abs((await topOf(note)) - before)).toBeLessThan(2);

  for (const content of [`A long story. ${'And then it went on. '.repeat(20)}The end.`, 'Four\nshort\nlines\nhere', 'Three\nshort\nlines'])
    await circle.post(ben, { content });
  await page.goto('/posts');
  const story = card(page, 'A long story.');
  await story.waitFor();
  const words = story.locator('p').first();
  expect((await words.textContent())?.length).toBeLessThanOrEqual(201);
  expect(await words.evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))).toBe(3);
  await story.getByRole('button', { name: 'Read more' }).click();
  await story.getByText('The end.').waitFor();
  await story.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(() => story.textContent()).not.toContain('The end.');
  const lines = card(page, 'Four');
  await lines.getByRole('button', { name: 'Read more' }).click();
  await lines.getByRole('button', { name: 'Show less' }).waitFor();
  await card(page, 'Three').waitFor();
  expect(await card(page, 'Three').getByRole('button', { name: 'Read more' }).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/posts');
});

test('posts that arrive while somebody reads move nothing: a pill counts them and leads to them by keyboard; at the top they slide in', async ({
  open,
  circle,
  people: { dora, ben },
}) => {
  const { page } = await open(dora);
  const note = await scrollTo(page, 'Older note 20,');
  const before = await settled(note);
  await circle.post(ben, { content: 'News one' });
  await newPosts(page, '1 new post').waitFor();
  await circle.post(ben, { content: 'News two' });
  await newPosts(page, '2 new posts').waitFor();
  await page.getByRole('status').filter({ hasText: '2 new posts' }).waitFor();
  expect(Math.abs((await settled(note)) - before)).toBeLessThanOrEqual(1);
  expect(await page.getByText('News two').count()).toBe(0);

  await pill(page).focus();
  await page.keyboard.press('Enter');
  await page.getByText('News two').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('article')?.textContent ?? '')).toContain('News two');
  expect(await pill(page).count()).toBe(0);
  await circle.post(ben, { content: 'Straight to the top' });
  await page.getByText('Straight to the top').waitFor();
  expect(await pill(page).count()).toBe(0);

  // The member's own post counts as no news, and moves nothing either.
  await scrollTo(page, 'Older note 20,');
  const again = await settled(note);
  await circle.post(dora, { content: 'Mine, from another device' });
  await circle.post(ben, { content: 'Of somebody else' });
  await newPosts(page, '1 new post').waitFor();
  expect(Math.abs((await settled(note)) - again)).toBeLessThanOrEqual(1);
  await page.keyboard.press('Home');
  await card(page, 'Mine, from another device').waitFor();
  expect(await card(page, 'Of somebody else').count()).toBe(0);
  await pill(page).click();
  await card(page, 'Of somebody else').waitFor();
});

test('a card renders once: neither scrolling, nor new posts, nor the sync state renders it again', async ({
  open,
  circle,
  people: { ana, ben },
}) => {
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
  const { article = 0, footer = 0 } = await drawnAgain(page);
  expect(article).toBe(0);
  // Card footers load what is below them as they come near. They do render again, which shows that the counter works.
  expect(footer).toBeGreaterThan(0);
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
  await circle.post(ben, { content: 'Right now' });
  const now = card(page, 'Right now');
  await now.getByText('Just now').waitFor();
  await page.clock.fastForward('02:30');
  await now.getByText('2m ago').waitFor();

  await setVisible(page, false);
  await page.clock.fastForward('00:31');
  await circle.post(ben, { content: 'While you were away' });
  await setVisible(page, true);
  await newPosts(page, '1 new post').waitFor();
  expect(await card(page, 'While you were away').count()).toBe(0);
  expect(await barriers(page, 'the feed with new posts waiting')).toEqual([]);
  await feedTab(page).click();
  await card(page, 'While you were away').waitFor();
  expect(await pill(page).count()).toBe(0);
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
  await page.getByText(smiling.name).first().waitFor();
  await page.getByText(long.name).first().waitFor();
  const hebrew = card(page, 'אבגדה').first().locator('p').first();
  expect(await hebrew.evaluate((text) => getComputedStyle(text).direction)).toBe('rtl');
  expect(await barriers(page, 'long and foreign texts')).toEqual([]);
  await card(page, '0000').first().getByRole('button', { name: 'Read more' }).click();
  await enlargeText(page);
  const fits = (element: Element) =>
    [...element.querySelectorAll('*')].every((one) => one.getBoundingClientRect().right <= element.getBoundingClientRect().right + 1);
  for (const one of await page.getByRole('article').all()) expect(await one.evaluate(fits)).toBe(true);
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

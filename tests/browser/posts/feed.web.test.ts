/** The feed as members read it: what it says when it is empty, and that nothing moves what is being read. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { scrollTo, settled, topOf } from '../../support/feed.ts';
import { card, upToDate } from '../../support/on-screen.ts';
import { newPosts, OLDER_POSTS, pill, test } from './feed-stage.ts';

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
  // All of them are here before the feed is opened: one that came later would wait behind the pill.
  await newPosts(page, '3 new posts').waitFor();
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

test('posts that arrive while somebody reads move nothing: a pill counts them and leads to them by keyboard', async ({
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
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('article')?.textContent ?? '')).toContain('News two');
  await expect.poll(() => pill(page).count()).toBe(0);

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

interface Watched {
  moves: string[];
}
interface Shift extends PerformanceEntry {
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
}

/** From now on the page keeps a list of what moved up or down, also for a single frame. The pill becomes wider with its count. */
const watchMoves = (page: Page) =>
  page.evaluate(() => {
    const watched = globalThis as unknown as Watched;
    watched.moves = [];
    new PerformanceObserver((list) => {
      for (const { node, previousRect, currentRect } of list.getEntries().flatMap((shift) => (shift as Shift).sources)) {
        if (Math.abs(currentRect.y - previousRect.y) >= 1) watched.moves.push(`${node?.nodeName}: ${node?.textContent}`);
      }
    }).observe({ type: 'layout-shift' });
  });
const moves = (page: Page) => page.evaluate(() => (globalThis as unknown as Watched).moves);

test('nor do they at the top, on a long feed or a short one: they are added above, and a press meets the card that was aimed at', async ({
  open,
  circle,
  people: { ana, ben },
}) => {
  const [eve, finn, gil] = [await circle.signUp('Eve Short'), await circle.signUp('Finn Short'), await circle.signUp('Gil Long')];
  await circle.befriend(eve, finn);
  await circle.befriend(gil, ben);
  await circle.post(finn, { content: 'The only post' });
  // Eve and Ana have never written, so the suggestion of a first post is at the top.
  await circle.post(gil, { content: 'My own' });
  for (const [reader, author, first] of [
    [gil, ben, 'My own'],
    [eve, finn, 'The only post'],
    [ana, ben, `Older note ${OLDER_POSTS},`],
  ] as const) {
    const { page } = await open(reader);
    await upToDate(page);
    // On a new device the first posts arrive one page after the other. This one has them.
    await page.reload();
    await upToDate(page);
    const before = await settled(card(page, first));
    await watchMoves(page);
    await circle.post(author, { content: `Straight to the top, ${reader.name}` });
    await newPosts(page, '1 new post').waitFor();
    await circle.post(author, { content: `And another, ${reader.name}` });
    await newPosts(page, '2 new posts').waitFor();
    expect(Math.abs((await settled(card(page, first))) - before)).toBeLessThan(1);
    expect(await moves(page)).toEqual([]);
    // Who scrolls up has seen them.
    await page.evaluate(() => window.scrollTo(0, 0));
    await pill(page).waitFor({ state: 'detached' });
    await card(page, `And another, ${reader.name}`).waitFor();
    await circle.post(author, { content: `While I look, ${reader.name}` });
    await newPosts(page, '1 new post').waitFor();
    await pill(page).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain(`While I look, ${reader.name}`);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

    await settled(card(page, `While I look, ${reader.name}`));
    const aimed = await card(page, `While I look, ${reader.name}`).boundingBox();
    if (!aimed) throw new Error('There is no such card');
    await circle.post(author, { content: `Under the finger, ${reader.name}` });
    await newPosts(page, '1 new post').waitFor();
    await page.mouse.click(aimed.x + aimed.width / 2, aimed.y + aimed.height / 2);
    await page.getByLabel('Write a comment').waitFor();
    await page.getByRole('main').getByText(`While I look, ${reader.name}`).waitFor();
  }
});

/** Thousands of posts are as easy to read as a few dozen: only a few are in the document, and the feed shows as soon. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { postAll, settled, toEnd, topOf } from '../../support/feed.ts';
import { test } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';

const FEW = 45;
const MANY = 5000;
const TIMES_LONGER = 1.5;
const FEWEST_TURNS = 3;
const MOST_TURNS = 10;

const texts = (count: number) => Array.from({ length: count }, (_, n) => `Entry ${n + 1}. ${'Something to read. '.repeat(n % 14)}`);

/** Measures how long after the navigation the first card appears. */
async function timeFirstCard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('article')) return;
      Object.assign(globalThis, { firstCardAt: performance.now() });
      seen.disconnect();
    });
    seen.observe(document, { childList: true, subtree: true });
  });
}
/** Waits until the page has caught up, so that it does not slow the next one down. */
async function firstCardAt(page: Page): Promise<number> {
  await page.reload();
  await page.getByRole('article').first().waitFor();
  await upToDate(page);
  return page.evaluate(() => (globalThis as unknown as { firstCardAt: number }).firstCardAt);
}

test(`a feed of ${MANY} posts keeps few in the document, comes back to its place, and begins quickly`, async ({ open, circle }) => {
  const [mia, max, lea, leo] = [
    await circle.signUp('Mia Many'),
    await circle.signUp('Max Writes'),
    await circle.signUp('Lea Few'),
    await circle.signUp('Leo Writes'),
  ];
  // Written before they are friends, the posts do not count as new.
  await postAll(circle, max, texts(MANY));
  await postAll(circle, leo, texts(FEW));
  // Readers who have never written get a suggestion above the feed.
  for (const reader of [mia, lea]) await circle.post(reader, { content: 'Good evening' });
  await circle.befriend(mia, max);
  await circle.befriend(lea, leo);
  const { page } = await open(mia);
  await page.getByRole('article').first().waitFor();
  await upToDate(page, 240_000);

  let most = 0;
  const count = async () => {
    const now = await page.getByRole('article').count();
    most = Math.max(most, now);
    return now;
  };
  // Scrolls far down, page after page.
  await expect
    .poll(
      async () => {
        await toEnd(page);
        await count();
        return page.locator('[data-page]').count();
      },
      { timeout: 240_000, interval: 30 },
    )
    .toBeGreaterThan(60);
  expect(most).toBeGreaterThan(20);
  expect(most).toBeLessThan(200);

  // A page of posts that left the view and comes back is there, in its place.
  const middle = await page.evaluate(() => document.documentElement.scrollHeight / 2);
  await page.evaluate((y) => window.scrollTo(0, y), middle);
  const inView = () =>
    page.evaluate(() => {
      const tops = [...document.querySelectorAll('article')].map((one) => ({ one, top: one.getBoundingClientRect().top }));
      const seen = tops.find(({ top }) => top > 80 && top < 450);
      return /Entry \d+\./.exec(seen?.one.textContent ?? '')?.[0] ?? '';
    });
  await expect.poll(inView).not.toBe('');
  const text = await inView();
  const entry = page.getByText(text, { exact: false }).first();
  const before = await settled(entry);
  await entry.click();
  await page.getByLabel('Write a comment').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await entry.waitFor();
  await expect.poll(async () => Math.abs((await topOf(entry)) - before)).toBeLessThan(2);
  expect(await count()).toBeLessThan(200);

  // The browser keeps the position when a page above gets its cards, also while it scrolls. So the first press may end a little below the
  // top.
  await expect
    .poll(async () => {
      await page.keyboard.press('Home');
      return page.evaluate(() => scrollY);
    })
    .toBe(0);
  await expect.poll(() => topOf(page.getByRole('article').first())).toBeLessThan(200);
  expect(await count()).toBeLessThan(200);

  // Takes turns with a feed of a few dozen posts, because a busy machine slows both. The best time of each counts.
  const { page: other } = await open(lea);
  await other.getByRole('article').first().waitFor();
  await upToDate(other);
  for (const each of [page, other]) await timeFirstCard(each);
  let [largeFeedMs, smallFeedMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 1; turn <= MOST_TURNS; turn += 1) {
    smallFeedMs = Math.min(smallFeedMs, await firstCardAt(other));
    largeFeedMs = Math.min(largeFeedMs, await firstCardAt(page));
    if (turn >= FEWEST_TURNS && largeFeedMs < TIMES_LONGER * smallFeedMs) break;
  }
  expect(largeFeedMs).toBeLessThan(TIMES_LONGER * smallFeedMs);
});

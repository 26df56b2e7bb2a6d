/** How many layers the browser keeps for the feed: each costs time in every frame of a scroll. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';

const POSTS = 30;
/** The document, what scrolls, and each bar. */
const FEW = 16;

const test = browserTest.extend('ana', { scope: 'file' }, async ({ circle }) => {
  const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
  await circle.befriend(ana, ben);
  for (let n = 0; n < POSTS; n += 1) {
    const id = await circle.post(ben, { content: `Note ${n}. ${'And so it went on. '.repeat(20)}` });
    await circle.comment(ana, id, 'Said below');
  }
  return ana;
});

/** Scrolls, and returns the number of layers that the browser then has. */
async function layersWhileScrolling(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  let count = 0;
  session.on('LayerTree.layerTreeDidChange', ({ layers }) => {
    if (layers) count = layers.length;
  });
  await session.send('LayerTree.enable');
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  await expect.poll(() => count).toBeGreaterThan(0);
  return count;
}

test.for([
  ['a computer', DESKTOP],
  ['a tablet', { width: 820, height: 1180 }],
  ['a phone', PHONE],
] as const)('on %s no button of a card is a layer of its own', async ([, viewport], { open, ana }) => {
  const { page } = await open(ana, { viewport });
  await upToDate(page);
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(20);
  expect(await layersWhileScrolling(page)).toBeLessThanOrEqual(FEW);
});

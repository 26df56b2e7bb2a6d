/** Messages that show for a while, on every screen: none covers what somebody needs, and what shows by itself needs none. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { card, comments, upToDate } from '../../support/on-screen.ts';
import { overlap } from '../../support/overlap.ts';
import { field, newPost, sharePost, submit } from '../../support/post-form.ts';

const SIZES = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const;

const test = browserTest
  /** Opens a device of a new member whose feed shows a message that stays: a part of the page could not be loaded. */
  .extend('withMessage', ({ open, circle, faultProxy: network }) => async (size: string, viewport: typeof PHONE | typeof DESKTOP) => {
    const [ana, ben] = [await circle.signUp(`Ana ${size} ${viewport.width}`), await circle.signUp(`Ben ${size} ${viewport.width}`)];
    await circle.befriend(ana, ben);
    const bread = 'Bread for all';
    await circle.post(ben, { content: bread });
    const { page } = await open(ana, { viewport, url: network.url });
    await card(page, bread).waitFor();
    await upToDate(page);
    network.refuse(/^\/assets\/audience-viewer-/);
    await card(page, bread)
      .getByRole('button', { name: /who can see this post/ })
      .click();
    const message = toasts(page).filter({ hasText: 'Failed to load visibility information' });
    await message.waitFor();
    return { page, message, post: card(page, bread) };
  });

const toasts = (page: Page): Locator => page.locator('[data-toast]');
const screenReaderMessages = (page: Page): Locator => page.locator('[data-said]');

/** Whether the topmost element at the middle of this element is the element itself, or inside it. */
const isOnTop = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && one.contains(hit);
  });

test.for(SIZES)('on the %s no message covers New post or a form', async ([, viewport], { withMessage }) => {
  const { page, message } = await withMessage('form', viewport);
  const way = page.getByRole('link', { name: 'New post' });
  await expect.poll(() => isOnTop(way)).toBe(true);
  await expect.poll(() => overlap(message, page.getByRole('heading', { level: 1 }))).toBe(false);
  expect(await violations(page)).toEqual([]);
  await newPost(page);
  await field(page).fill('Salt for all');
  for (const part of [field(page), submit(page)]) await expect.poll(() => overlap(message, part)).toBe(false);
});

test.for(SIZES)('on the %s no message covers a composer or a banner', async ([, viewport], { withMessage, faultProxy: network }) => {
  const { page, message, post } = await withMessage('composer', viewport);
  await post.getByRole('link').first().click();
  await page.getByLabel('Write a comment').waitFor();
  await expect.poll(() => overlap(message, page.locator('[data-composer]'))).toBe(false);
  network.cut();
  const banner = page.getByRole('status').filter({ hasText: 'Connection lost' });
  await banner.waitFor();
  await expect.poll(() => overlap(message, banner)).toBe(false);
});

test.for(SIZES)('on the %s no message covers the question of a sheet', async ([size, viewport], { withMessage, faultProxy: network }) => {
  const { page, message, post } = await withMessage('question', viewport);
  await post.getByRole('link').first().click();
  await page.getByLabel('Write a comment').waitFor();
  network.cut();
  await page.getByRole('status').filter({ hasText: 'Connection lost' }).waitFor();
  await page.getByLabel('Write a comment').fill('Later');
  await page.getByRole('button', { name: 'Send' }).click();
  await comments(page).filter({ hasText: 'Later' }).waitFor();
  if (size === 'phone') await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const question = page.locator('[data-sheet]');
  await question.getByText('that was not sent').waitFor();
  await message.waitFor();
  await expect.poll(() => overlap(message, question)).toBe(false);
  for (const button of await question.getByRole('button').all()) await expect.poll(() => isOnTop(button)).toBe(true);
  const [above, below] = [await message.boundingBox(), await question.boundingBox()];
  const middle = (box: typeof above) => (box?.x ?? 0) + (box?.width ?? 0) / 2;
  expect(Math.abs(middle(above) - middle(below))).toBeLessThan(2);
});

test('a visible change brings no toast, only words for screen readers; without a network they say that it waits', async ({
  open,
  circle,
  faultProxy: network,
}) => {
  const vera = await circle.signUp('Vera Koch');
  await circle.befriend(vera, await circle.signUp('Wim Koch'));
  const { page } = await open(vera, { url: network.url });
  await upToDate(page);
  await newPost(page);
  await sharePost(page, 'Sent at once');
  await screenReaderMessages(page).getByText('Post created successfully!').waitFor({ state: 'attached' });
  expect(await toasts(page).count()).toBe(0);
  network.cut();
  await page.getByText('Connection lost').waitFor();
  await newPost(page);
  await sharePost(page, 'Sent later');
  await screenReaderMessages(page).getByText('Saved. Will be sent when you are back online.').waitFor({ state: 'attached' });
  expect(await toasts(page).count()).toBe(0);
  expect(await page.getByText('Post created successfully!').count()).toBe(0);
});

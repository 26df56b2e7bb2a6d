/** The menus of every screen: a press at any point of a menu button opens the menu, and chooses nothing that was not meant. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { settled } from '../../support/feed.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { comments, hasFocus } from '../../support/on-screen.ts';

const test = browserTest.extend('people', { scope: 'file' }, async ({ circle }) => {
  const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
  await circle.befriend(ana, ben);
  return { ana, ben };
});

/** Presses within the lowest few pixels of a button, by finger or mouse, and lifts in the same place. */
async function pressLowerEdge(page: Page, button: Locator, by: 'finger' | 'mouse'): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height - 3];
  if (by === 'finger') return page.touchscreen.tap(x, y);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

/** The press opens the menu, leaves the button in place, and chooses nothing. */
async function opensAndChoosesNothing(page: Page, button: Locator, by: 'finger' | 'mouse'): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await settled(button);
  const before = await button.boundingBox();
  await pressLowerEdge(page, button, by);
  const menu = page.getByRole('menu');
  await menu.waitFor();
  expect(await button.boundingBox()).toEqual(before);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await hasFocus(button);
}

describe.for([
  ['finger', PHONE],
  ['mouse', DESKTOP],
] as const)('a press by %s at the lower edge', ([by, viewport]) => {
  const hasTouch = by === 'finger';

  test('of a read notification opens its menu', async ({ open, circle, people: { ana, ben } }) => {
    const post = await circle.post(ana, { content: `Bread by ${by}` });
    await circle.comment(ben, post, `With butter, by ${by}`);
    await ana.client.put('/api/notifications/read-all');
    const { page } = await open(ana, { viewport, hasTouch, at: '/notifications' });
    // A read notification has only Delete, nearest to its button.
    const row = page
      .getByRole('main')
      .locator('[data-notification]')
      .filter({ hasText: `With butter, by ${by}` });
    await row.waitFor();
    await opensAndChoosesNothing(page, row.getByRole('button', { name: /^More/ }), by);
    expect(await row.count()).toBe(1);
  });

  test('of the menu button of a post or a comment opens its menu', async ({ open, circle, people: { ana, ben } }) => {
    const post = await circle.post(ana, { content: `Soup by ${by}` });
    await circle.comment(ben, post, `With salt, by ${by}`);
    await circle.comment(ana, post, 'And pepper');
    const { page } = await open(ana, { viewport, hasTouch, at: `/posts/${post}` });
    await comments(page).filter({ hasText: 'And pepper' }).waitFor();
    const buttons = page.getByRole('button', { name: 'More', exact: true });
    // That of the post and one for each comment, which come in their own time.
    await expect.poll(() => buttons.count()).toBe(3);
    for (let nth = 0; nth < 3; nth += 1) await opensAndChoosesNothing(page, buttons.nth(nth), by);
  });

  test('of the button that manages a member opens its menu', async ({ open, circle, people: { ana, ben } }) => {
    const group = await circle.group(ana, ben);
    const { page } = await open(ana, { viewport, hasTouch, at: `/groups/${group}/settings` });
    const manage = page.getByRole('button', { name: 'Manage Ben Okri' });
    await manage.waitFor();
    await opensAndChoosesNothing(page, manage, by);
  });
});

test('dragging from a menu button to an item chooses nothing; a press that begins in the menu does', async ({
  open,
  circle,
  people: { ana },
}) => {
  const post = await circle.post(ana, { content: 'Soup' });
  await circle.comment(ana, post, 'And pepper');
  const { page } = await open(ana, { viewport: DESKTOP, at: `/posts/${post}` });
  const more = comments(page).filter({ hasText: 'And pepper' }).getByRole('button', { name: 'More', exact: true });
  await more.waitFor();
  await pressLowerEdge(page, more, 'mouse');
  const item = page.getByRole('menuitem', { name: 'Delete' });
  const at = await item.boundingBox();
  await page.keyboard.press('Escape');
  const from = await more.boundingBox();
  if (!at || !from) throw new Error('nothing to drag from or to');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await item.waitFor();
  await page.mouse.move(at.x + 20, at.y + 10, { steps: 4 });
  await page.mouse.up();
  expect(await item.count()).toBe(1);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await item.click();
  await page.getByRole('alertdialog', { name: 'Delete this comment?' }).waitFor();
});

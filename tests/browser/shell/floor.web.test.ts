/**
 * What every screen shares: menus, messages, the sync status, tooltips, the one clock, and the pages for visitors. No press chooses what
 * was not meant, and nothing covers a question.
 */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { DESKTOP, PHONE, waitForOfflineApp } from '../../support/browser.ts';
import { test as browserTest, offlineTest } from '../../support/fixtures/browser.ts';
import { card, comments, hasFocus, inSync, noticeNetwork, upToDate } from '../../support/on-screen.ts';
import { field, newPost, sharePost, submit } from '../../support/post-form.ts';

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

test.for([
  ['finger', PHONE],
  ['mouse', DESKTOP],
] as const)(
  'a press by %s at the lower edge of any menu button opens the menu, and chooses nothing in it',
  async ([by, viewport], { open, circle, people: { ana, ben } }) => {
    const post = await circle.post(ana, { content: `Soup by ${by}` });
    await circle.comment(ben, post, `With salt, by ${by}`);
    await circle.comment(ana, post, 'And pepper');
    const group = await circle.group(ana, ben);
    await ana.client.put('/api/notifications/read-all');

    const { page } = await open(ana, { viewport, hasTouch: by === 'finger', at: '/notifications' });
    // A read notification has only Delete, nearest to its button.
    const row = page
      .getByRole('main')
      .locator('[data-notification]')
      .filter({ hasText: `With salt, by ${by}` });
    await row.waitFor();
    await opensAndChoosesNothing(page, row.getByRole('button', { name: /^More/ }), by);
    expect(await row.count()).toBe(1);

    await page.goto(`/posts/${post}`);
    await comments(page).filter({ hasText: 'And pepper' }).waitFor();
    for (const button of await page.getByRole('button', { name: 'More', exact: true }).all())
      await opensAndChoosesNothing(page, button, by);

    await page.goto(`/groups/${group}/settings`);
    const manage = page.getByRole('button', { name: 'Manage Ben Okri' });
    await manage.waitFor();
    await opensAndChoosesNothing(page, manage, by);

    // Dragging from the button to an item does not choose it either. A press that begins in the menu does.
    await page.goto(`/posts/${post}`);
    const more = comments(page).filter({ hasText: 'And pepper' }).getByRole('button', { name: 'More', exact: true });
    await more.waitFor();
    if (by === 'finger') return;
    await pressLowerEdge(page, more, by);
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
  },
);

/** Whether the topmost element at the middle of this element is the element itself, or inside it. */
const isOnTop = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && one.contains(hit);
  });

/** Whether two elements on the screen overlap. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('one of them is not on the screen');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** From now on time passes only when the test advances it. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

const toasts = (page: Page): Locator => page.locator('[data-toast]');
const screenReaderMessages = (page: Page): Locator => page.locator('[data-said]');
const place = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

test.for([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)(
  'on the %s no message covers New post, a form, a composer, a banner, or the question of a sheet',
  async ([size, viewport], { open, circle, people: { ben }, faultProxy: network }) => {
    const ana = await circle.signUp(`Ana on the ${size}`);
    await circle.befriend(ana, ben);
    const bread = `Bread on the ${size}`;
    await circle.post(ben, { content: bread });
    const { page } = await open(ana, { viewport, url: network.url });
    await card(page, bread).waitFor();
    await upToDate(page);
    // The script that shows who can see a post fails to load. A message says so, and stays.
    network.refuse(/^\/assets\/audience-viewer-/);
    await card(page, bread)
      .getByRole('button', { name: /who can see this post/ })
      .click();
    const message = toasts(page).filter({ hasText: 'Failed to load visibility information' });
    await message.waitFor();
    const way = page.getByRole('link', { name: 'New post' });
    expect(await isOnTop(way)).toBe(true);
    expect(await overlap(message, page.getByRole('heading', { level: 1 }))).toBe(false);
    expect(await violations(page)).toEqual([]);

    await newPost(page);
    await field(page).fill('Salt for all');
    for (const part of [field(page), submit(page)]) expect(await overlap(message, part)).toBe(false);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/posts');
    await card(page, bread).getByRole('link').first().click();
    await page.getByLabel('Write a comment').waitFor();
    expect(await overlap(message, page.locator('[data-composer]'))).toBe(false);

    network.cut();
    const banner = page.getByRole('status').filter({ hasText: 'Connection lost' });
    await banner.waitFor();
    await expect.poll(() => overlap(message, banner)).toBe(false);
    await page.getByLabel('Write a comment').fill('Later');
    await page.getByRole('button', { name: 'Send' }).click();
    await comments(page).filter({ hasText: 'Later' }).waitFor();

    if (size === 'phone') await page.getByRole('button', { name: 'Back' }).click();
    await place(page, 'Settings').click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    const question = page.locator('[data-sheet]');
    await question.getByText('not sent yet').waitFor();
    await message.waitFor();
    await expect.poll(() => overlap(message, question)).toBe(false);
    for (const button of await question.getByRole('button').all()) expect(await isOnTop(button)).toBe(true);
    const [above, below] = [await message.boundingBox(), await question.boundingBox()];
    const middle = (box: typeof above) => (box?.x ?? 0) + (box?.width ?? 0) / 2;
    expect(Math.abs(middle(above) - middle(below))).toBeLessThan(2);
  },
);

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

test('the sync status has words while something is unfinished, says for two seconds that it is done, and then nothing', async ({
  open,
  circle,
  faultProxy: network,
}) => {
  const { page } = await open(await circle.signUp('Olle Berg'), { url: network.url, viewport: DESKTOP });
  await upToDate(page);
  const words = page.getByRole('banner').getByTitle('Outbox');
  await words.waitFor({ state: 'detached' });
  const title = page.getByRole('heading', { level: 1 });
  const titleBox = await title.boundingBox();
  network.cut();
  await words.getByText('Offline – saved on this device').waitFor();
  expect(await title.boundingBox()).toEqual(titleBox);
  await pauseClock(page);
  network.heal();
  await noticeNetwork(page);
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return words.allTextContents();
    })
    .toEqual(['Up to date']);
  await page.clock.runFor(1000);
  expect(await words.count()).toBe(1);
  await page.clock.runFor(1000);
  await expect.poll(() => words.count()).toBe(0);
  await inSync(page, 'live').waitFor();
  await page.clock.resume();

  // The third column is for people, and for the page that is shown.
  const column = page.getByRole('complementary');
  await column.waitFor();
  expect(await column.getByRole('heading', { name: 'Connection' }).count()).toBe(0);
  await place(page, 'Settings').click();
  await page.getByText('Everything is on this device').waitFor();
  await page.getByText(/^\d+ MB, /).waitFor();
  expect(await column.count()).toBe(0);
  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.getByRole('dialog', { name: 'Outbox' }).getByText('Everything is sent').waitFor();
});

test('a tooltip says what an icon does, under the pointer and for the keyboard, for two and a half seconds', async ({ open, circle }) => {
  const lena = await circle.signUp('Lena Roth');
  const post = await circle.post(lena, { content: 'Look here' });
  const { page } = await open(lena, { viewport: DESKTOP, at: `/posts/${post}` });
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.waitFor();
  const tooltip = page.locator('[data-tooltip]');
  await pauseClock(page);
  await more.hover();
  const appears = (words: string) =>
    expect
      .poll(async () => {
        await page.clock.runFor(50);
        return tooltip.allTextContents();
      })
      .toEqual([words]);
  await appears('More');
  expect(await overlap(tooltip, more)).toBe(false);
  await page.clock.runFor(2000);
  expect(await tooltip.count()).toBe(1);
  await page.clock.runFor(500);
  await expect.poll(() => tooltip.count()).toBe(0);

  await page.mouse.move(5, 5);
  await page.getByRole('button', { name: 'Back' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await appears('Back');
  await page.keyboard.press('Escape');
  await expect.poll(() => tooltip.count()).toBe(0);
  await more.click();
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
  expect(await tooltip.count()).toBe(0);
});

test('a field that focuses itself has a thin outline in the accent colour, and the strong ring once the focus moves by keyboard', async ({
  open,
  people: { ana },
}) => {
  const { page } = await open(ana, { at: '/posts/create', viewport: DESKTOP });
  const look = (element: Locator) =>
    element.evaluate((one) => {
      const { outlineColor, outlineWidth } = getComputedStyle(one);
      return [outlineWidth, outlineColor];
    });
  await hasFocus(field(page));
  const [thin, accent] = await look(field(page));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await hasFocus(field(page));
  const [strong, ring] = await look(field(page));
  expect([thin, strong]).toEqual(['1px', '2px']);
  expect(accent).not.toBe(ring);
  await field(page).click();
  expect(await look(field(page))).toEqual([thin, accent]);
});

test('the buttons of a form stay above the keyboard of a phone', async ({ open, people: { ana } }) => {
  const { page } = await open(ana, { at: '/posts/create' });
  await submit(page).waitFor();
  await page.evaluate(() => {
    // As on an iPhone: the page keeps its height, and only a part of it is visible.
    Object.defineProperty(visualViewport, 'height', { value: 500, configurable: true });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  const bottom = async () => {
    const box = await submit(page).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThanOrEqual(500);
});

test('the time of day has the same form on every screen, the one of the member’s locale', async ({ open, circle }) => {
  const tom = await circle.signUp('Tom Reed');
  const group = await circle.group(tom);
  await circle.message(tom, group, 'Tea?');
  for (const [locale, form] of [
    ['en-US', /^\d{1,2}:\d\d\s[AP]M$/],
    ['en-GB', /^\d\d:\d\d$/],
  ] as const) {
    const { page } = await open(tom, { locale, at: `/groups/${group}` });
    const messageTime = page.getByRole('main').locator('time').last();
    await messageTime.waitFor();
    expect(await messageTime.textContent()).toMatch(form);
    await upToDate(page);
    await page.goto('/settings');
    const syncTime = page.getByText(/^Today /);
    await syncTime.waitFor();
    expect((await syncTime.textContent())?.replace('Today ', '')).toMatch(form);
  }
});

test('the console shows nothing of RxDB or its premium version', async ({ open, people: { ana } }) => {
  const { page, context } = await open(ana, { at: 'about:blank' });
  const lines: string[] = [];
  context.on('console', (line) => lines.push(line.text()));
  await page.goto('/posts');
  await newPost(page);
  await sharePost(page, 'Quiet, please');
  await upToDate(page);
  expect(lines.filter((line) => /premium|rxdb/i.test(line))).toEqual([]);
});

offlineTest(
  'on a device that never signed in the pages open without a network after the first visit, and say what they need it for',
  async ({ open }) => {
    const { page, context } = await open(null, { at: '/' });
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await waitForOfflineApp(page);
    await context.setOffline(true);
    const needs = page.getByRole('status').filter({ hasText: 'signing in needs the network' });
    await needs.waitFor();
    await page.getByRole('link', { name: 'Login' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await needs.waitFor();
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
    await page.goto('/');
    await page.getByRole('link', { name: 'Join Your Tribe' }).first().click();
    await page.getByLabel('Name', { exact: true }).waitFor();
    await needs.waitFor();
    expect(await page.getByText('Application Error').count()).toBe(0);
  },
);

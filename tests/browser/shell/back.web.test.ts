/** Back and a drag close what is on top, and leave the page behind it as it is. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { finger } from '../../support/finger.ts';
import { card, frames, hasFocus, upToDate } from '../../support/on-screen.ts';
import { openAccount } from '../../support/settings-rows.ts';
import { back, entries, entriesAre, forwardOpensNothing, historyLength, trailIs, watchMoves } from './back-stage.ts';
import { index, test as navigationTest, tabs } from './navigation-stage.ts';

const path = (page: Page): string => new URL(page.url()).pathname;
const audience = (page: Page) => card(page, 'Letter 9').getByRole('button', { name: /who can see this post$/ });
const sheet = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('alertdialog');

/** Presses Escape in the task that shows this many sheets, before anything else can happen. */
const escapeOnceShown = (page: Page, sheets: number) =>
  page.evaluate((wanted) => {
    const watch = new MutationObserver(() => {
      if (document.querySelectorAll('[data-sheet]').length < wanted) return;
      watch.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    });
    watch.observe(document.body, { childList: true, subtree: true });
  }, sheets);

const test = navigationTest
  /** Ana's phone on the posts, with the friends before them. */
  .extend('page', async ({ open, people }) => {
    const { page } = await open(people.ana, { at: 'about:blank' });
    await watchMoves(page);
    await page.goto('/friends');
    await upToDate(page);
    await tabs(page).getByRole('link', { name: 'Posts' }).click();
    await card(page, 'Letter 12').waitFor();
    return page;
  });

test('Back closes a sheet and nothing else; Forward opens nothing; the next Back leaves the page', async ({ page }) => {
  await audience(page).scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => Math.round(scrollY));
  const visits = ['/friends', '/posts'];
  await trailIs(page, ...visits);
  await audience(page).click();
  await sheet(page).waitFor();
  await entriesAre(page, 1);
  const length = await historyLength(page);
  await back(page);
  await sheet(page).waitFor({ state: 'detached' });
  await hasFocus(audience(page));
  expect([path(page), await index(page), await page.evaluate(() => Math.round(scrollY))]).toEqual(['/posts', 1, place]);
  await forwardOpensNothing(page);
  expect(await sheet(page).count()).toBe(0);

  // Closed in another way, it leaves no entry behind, however often it opens.
  for (let time = 0; time < 3; time += 1) {
    await audience(page).click();
    await entriesAre(page, 1);
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await entriesAre(page, 0);
  }
  await trailIs(page, ...visits);
  expect(await historyLength(page)).toBe(length);
  await back(page);
  await page.waitForURL('**/friends');
  await expect.poll(() => index(page)).toBe(0);
});

test('a press on Back before the entry is gone leaves the page, and two quick presses close and leave', async ({ page }) => {
  await audience(page).click();
  await entriesAre(page, 1);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('[data-sheet] button[aria-label=Close]')?.click();
    setTimeout(() => history.back(), 1);
  });
  await page.waitForURL('**/friends');
  await tabs(page).getByRole('link', { name: 'Posts' }).click();
  await audience(page).click();
  await entriesAre(page, 1);
  await page.evaluate(() => {
    history.back();
    history.back();
  });
  await page.waitForURL('**/friends');
  await entriesAre(page, 0);
  expect(await sheet(page).count()).toBe(0);
});

test('of two that lie over each other each has its Back', async ({ page }) => {
  await card(page, 'Letter 12').getByRole('button', { name: 'Ben Okri' }).first().click();
  await sheet(page).getByRole('button', { name: 'More: Ben Okri' }).click();
  await entriesAre(page, 2);
  // A press beside the menu closes the menu alone.
  await page.mouse.click(195, 4);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await entriesAre(page, 1);
  expect(await sheet(page).count()).toBe(1);
  await sheet(page).getByRole('button', { name: 'More: Ben Okri' }).click();
  await entriesAre(page, 2);
  // The question takes the entry of the menu that it comes from.
  await page.getByRole('menuitem', { name: 'Unfriend' }).click();
  await question(page).waitFor();
  await entriesAre(page, 2);
  await back(page);
  await question(page).waitFor({ state: 'detached' });
  expect(await sheet(page).count()).toBe(1);
  await forwardOpensNothing(page, 1);
  await back(page);
  await sheet(page).waitFor({ state: 'detached' });
  expect(path(page)).toBe('/posts');
});

test('an Escape as soon as a sheet is shown closes it, and not the sheet that it lies over', async ({ page }) => {
  await tabs(page).getByRole('link', { name: 'Settings', exact: true }).click();
  await openAccount(page);
  await entriesAre(page, 1);
  const opener = page.getByRole('button', { name: 'Change your email' });
  await escapeOnceShown(page, 2);
  await opener.click();
  await hasFocus(opener);
  await entriesAre(page, 1);
  expect(await sheet(page).count()).toBe(1);
  await back(page);
  await sheet(page).waitFor({ state: 'detached' });
  expect(path(page)).toBe('/settings');
});

test('an Escape that ends a composition closes nothing', async ({ page }) => {
  await tabs(page).getByRole('link', { name: 'Settings', exact: true }).click();
  await openAccount(page);
  await entriesAre(page, 1);
  await page.evaluate(() => {
    const composing = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', composing));
  });
  await frames(page, 5);
  expect([await sheet(page).count(), await entries(page)]).toEqual([1, 1]);
  await page.keyboard.press('Escape');
  await entriesAre(page, 0);
});

test('a page that is opened from a sheet comes after the page below it; a page that is deleted is not come back to', async ({
  page,
  people,
  circle,
}) => {
  const post = await circle.post(people.ana, { content: 'Not for long' });
  await card(page, 'Not for long').getByText('Not for long').first().click();
  await page.waitForURL(`**/posts/${post}`);
  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await entriesAre(page, 1);
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.waitForURL('**/edit');
  await trailIs(page, '/friends', '/posts', `/posts/${post}`, `/posts/${post}/edit`);
  expect(await index(page)).toBe(3);
  await back(page);
  await page.waitForURL(`**/posts/${post}`);
  await entriesAre(page, 0);
  await expect.poll(() => index(page)).toBe(2);

  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await question(page).getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/posts');
  await entriesAre(page, 0);
  // Back left a visit after this one: that of the form.
  await trailIs(page, '/friends', '/posts', '/posts', `/posts/${post}/edit`);
  expect(await index(page)).toBe(2);
  await forwardOpensNothing(page);
  expect(path(page)).toBe('/posts');
  await back(page);
  await expect.poll(() => index(page)).toBe(1);
  await back(page);
  await page.waitForURL('**/friends');
});

test('a reload opens nothing and leaves no entry; the outbox closes by Back from a link and from its address', async ({ page }) => {
  await audience(page).click();
  await entriesAre(page, 1);
  await page.reload();
  await card(page, 'Letter 12').waitFor();
  await entriesAre(page, 0);
  expect(await sheet(page).count()).toBe(0);
  await forwardOpensNothing(page);

  await tabs(page).getByRole('link', { name: 'Settings', exact: true }).click();
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  const link = page.getByTitle('Outbox').filter({ hasText: 'Outbox' });
  await link.click();
  await outbox.waitFor();
  await entriesAre(page, 1);
  await back(page);
  await outbox.waitFor({ state: 'detached' });
  await page.waitForURL('**/settings');
  await hasFocus(link);
  await forwardOpensNothing(page);
  await trailIs(page, '/friends', '/posts', '/settings');
  expect(await outbox.count()).toBe(0);
  await back(page);
  await page.waitForURL('**/posts');

  await page.goto('/settings?outbox');
  // Browsers skip entries that a page adds by itself: the first press adds it.
  await outbox.getByText('Everything is sent').click();
  await entriesAre(page, 1);
  await back(page);
  await outbox.waitFor({ state: 'detached' });
  await page.waitForURL('**/settings');
});

test('a dragged sheet follows the finger; a short way springs back, a long way closes it once', async ({ open, people }) => {
  const { page } = await open(people.ana, { hasTouch: true });
  await audience(page).click();
  await sheet(page).waitFor();
  await entriesAre(page, 1);
  const top = () => sheet(page).evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await top();
  const touch = await finger(page);
  await touch.down(page.locator('[data-grip]'));
  await touch.move(0, 20);
  await expect.poll(top).toBe(before + 20);
  await touch.up();
  await expect.poll(top).toBe(before);
  await touch.down(sheet(page).getByRole('heading').first());
  await touch.move(0, 400);
  await touch.up();
  await sheet(page).waitFor({ state: 'detached' });
  await entriesAre(page, 0);
  await hasFocus(audience(page));
  expect(path(page)).toBe('/posts');
});

/** What every screen shares: where the focus shows, forms above a keyboard, one clock, a quiet console, and the pages for visitors. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, waitForOfflineApp } from '../../support/browser.ts';
import { test as browserTest, offlineTest } from '../../support/fixtures/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { newPost, sharePost, submit } from '../../support/post-form.ts';
import { openDevice } from '../../support/settings-rows.ts';

const test = browserTest.extend('people', { scope: 'file' }, async ({ circle }) => {
  const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
  await circle.befriend(ana, ben);
  return { ana, ben };
});

test('a field that focuses itself has a thin outline in the accent colour, and the strong ring once the focus moves by keyboard', async ({
  open,
  people: { ana },
}) => {
  const { page } = await open(ana, { at: '/friends', viewport: DESKTOP });
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  const email = page.getByRole('dialog').getByLabel('Email', { exact: true });
  // The box around the field shows the outline.
  const look = (field: Locator) =>
    field.locator('..').evaluate((one) => {
      const { outlineColor, outlineWidth } = getComputedStyle(one);
      return [outlineWidth, outlineColor];
    });
  await hasFocus(email);
  const [thin, accent] = await look(email);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await hasFocus(email);
  const [strong, ring] = await look(email);
  expect([thin, strong]).toEqual(['1px', '2px']);
  expect(accent).not.toBe(ring);
  await email.click();
  await expect.poll(() => look(email)).toEqual([thin, accent]);
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
    await openDevice(page);
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

/**
 * Light, dark or system theme: at once, before the first paint, in every tab and on every device of a member. Where nobody is signed in, it
 * applies to this browser.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { limitDiskSpace } from '../../support/disk-space.ts';
import { test } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { signIn } from '../../support/people.ts';

const LIGHT = 'rgb(251, 248, 244)';
const DARK = 'rgb(23, 20, 18)';
const LIGHT_BAR = '#fbf8f4';
const DARK_BAR = '#171412';

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const shows = (page: Page, colour: string) => expect.poll(() => background(page)).toBe(colour);
/** The colours of the browser's own bars: for a light system, then for a dark one. */
const bars = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map((tag) => tag.content));
const choose = (page: Page, theme: string) => page.getByRole('group', { name: 'Theme' }).getByText(theme, { exact: true }).click();

/** Remembers the theme when the parser reaches the body, which is before the first paint. */
const watchStart = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content;
      document.documentElement.dataset.seenFirst = `${document.documentElement.dataset.theme ?? 'none'} ${bar}`;
    }).observe(document, { childList: true, subtree: true });
  });
const firstSeen = (page: Page) => page.evaluate(() => document.documentElement.dataset.seenFirst);

test('a theme applies at once, before the first paint after a reload, in the other tab and on the other device; System follows the system live', async ({
  open,
  circle,
}) => {
  const ana = await circle.signUp('Ana Ribeiro');
  const here = await open(ana);
  await upToDate(here.page);
  const tab = await here.newTab();
  await tab.goto('/friends');
  await tab.getByRole('heading', { level: 1, name: 'Friends' }).waitFor();
  await here.page.goto('/settings');
  await choose(here.page, 'Dark');
  await shows(here.page, DARK);
  await shows(tab, DARK);
  await expect.poll(() => bars(here.page)).toEqual([DARK_BAR, DARK_BAR]);

  // Reloads at once. The choice still reaches the other device.
  await watchStart(here.page);
  await here.page.reload();
  expect(await firstSeen(here.page)).toBe(`dark ${DARK_BAR}`);
  await here.page.emulateMedia({ colorScheme: 'dark' });
  await here.page.emulateMedia({ colorScheme: 'light' });
  await shows(here.page, DARK);

  const there = await open(ana);
  await shows(there.page, DARK);
  await choose(here.page, 'System');
  await shows(there.page, LIGHT);
  await expect.poll(() => bars(here.page)).toEqual([LIGHT_BAR, DARK_BAR]);
  for (const [scheme, colour] of [
    ['dark', DARK],
    ['light', LIGHT],
  ] as const) {
    await here.page.emulateMedia({ colorScheme: scheme });
    await shows(here.page, colour);
  }
  await here.page.reload();
  expect(await firstSeen(here.page)).toBe(`none ${LIGHT_BAR}`);
});

test('the choice stays after signing out, and signing in brings the one of the member who signs in', async ({ open, circle }) => {
  const ben = await circle.signUp('Ben Okri');
  const { page } = await open(ben, { at: '/settings' });
  await choose(page, 'Dark');
  await expect.poll(async () => (await ben.client.get('/api/profiles/me')).body.data.theme).toBe('dark');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/auth');
  await shows(page, DARK);
  await page.reload();
  await page.getByText('Forgot password?').waitFor();
  await shows(page, DARK);
  // Now on another device.
  expect((await ben.client.put('/api/profiles/me', { theme: 'light' })).status).toBe(200);
  await signIn(page, ben);
  await shows(page, LIGHT);
});

test('a choice that cannot be stored with the settings applies here, and is stored once that works', async ({ open, circle, app }) => {
  const { client, ...carl } = await circle.signUp('Carl Vik');
  expect((await client.put('/api/profiles/me', { theme: 'light' })).status).toBe(200);
  const { page } = await open(carl, { at: 'about:blank' });
  const disk = await limitDiskSpace(page, app.url);
  await page.goto('/posts');
  await upToDate(page);
  await page.goto('/settings');
  await shows(page, LIGHT);
  await upToDate(page);
  await disk.takeAway();
  await choose(page, 'System');
  await page.getByText('No room left on this device').waitFor();
  await choose(page, 'Dark');
  await shows(page, DARK);
  expect((await client.get('/api/profiles/me')).body.data.theme).not.toBe('dark');
  await disk.giveBack();
  await page.reload();
  await shows(page, DARK);
  await expect.poll(async () => (await client.get('/api/profiles/me')).body.data.theme).toBe('dark');
  await shows(page, DARK);
});

test('on localhost the debug button cycles through the themes, and it appears nowhere else', async ({ open, app }) => {
  const { page } = await open(null, { url: app.url.replace('127.0.0.1', 'localhost') });
  const button = (theme: string) => page.getByRole('button', { name: `Theme: ${theme}` });
  await page.goto('/');
  await button('system').click();
  await button('light').click();
  await button('dark').waitFor();
  await shows(page, DARK);
  await page.reload();
  await shows(page, DARK);
  await button('dark').click();
  await button('system').waitFor();
  await shows(page, LIGHT);

  await page.goto(`${app.url}/`);
  await page.getByText('Join Your Tribe').waitFor();
  await page.goto(`${app.url}/auth`);
  await page.getByText('Forgot password?').waitFor();
  expect(await page.getByRole('button', { name: /^Theme:/ }).count()).toBe(0);
});

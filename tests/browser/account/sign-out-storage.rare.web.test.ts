/** What local and session storage contain about a member ends with the session, in every tab. One list names what stays. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { keptAfterSignOut } from '../../../src/data/session/kept-after-sign-out.ts';
import { PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { card, upToDate } from '../../support/on-screen.ts';

const test = browserTest.extend('people', { scope: 'file' }, async ({ circle }) => {
  const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
  await circle.befriend(ana, ben);
  return { ana, post: await circle.post(ben, { content: 'Read by Ana alone' }) };
});

const kept = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
const stays = new Set<string>(Object.values(keptAfterSignOut));
const doesNotStay = async (page: Page) => Object.entries(await kept(page)).filter(([key]) => !stays.has(key));

test('signing out removes from storage who the member is, where they were and what they chose, also in a tab that was elsewhere', async ({
  open,
  people: { ana, post },
}) => {
  const { page, newTab } = await open(ana);
  await upToDate(page);
  // A tab that has left the app for the moment.
  const away = await newTab();
  await away.goto(`/posts/${post}`);
  await away.getByText('Read by Ana alone').first().waitFor();
  await away.goto(PAGE_WITHOUT_APP);
  expect(JSON.stringify(await kept(away))).toContain(post);
  const other = await newTab();
  await other.goto('/friends?source=shortcut');
  await upToDate(other);
  await other.getByRole('link', { name: /^Notifications/ }).click();
  await other.waitForURL('**/notifications');
  await card(page, 'Read by Ana alone').getByRole('link').first().click();
  await page.waitForURL(`**/posts/${post}`);
  await page.evaluate(() => localStorage.setItem('emojiSkinTone', 'dark'));
  await page.goto('/settings');
  await page.getByRole('group', { name: 'Theme' }).getByText('Dark', { exact: true }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();

  for (const tab of [page, other]) {
    await tab.waitForURL('**/auth');
    await expect.poll(() => doesNotStay(tab)).toEqual([]);
  }
  expect((await kept(page)).theme).toBe('dark');
  await away.goto('/');
  await away.getByRole('link', { name: 'Join Your Tribe' }).first().waitFor();
  await expect.poll(async () => JSON.stringify(await kept(away))).not.toContain(post);
  await expect.poll(async () => JSON.stringify(await kept(away))).not.toContain(ana.id);
});

test('the secret in the link of a mail is never stored', async ({ page }) => {
  const secret = 'a-secret-of-the-mail';
  await page.goto(`/auth#verify=${secret}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Your Tribe' }).first().waitFor();
  expect(JSON.stringify(await kept(page))).not.toContain(secret);
});

/** Signing out: on this device, in every tab, and what is left behind. */
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { test } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';

test('ends in all tabs and erases the local database; who starts without a network then sees the landing page, and that there is none', async ({
  open,
  circle,
}) => {
  const here = await open(await circle.signUp('Ben Okri'));
  const { page, context } = here;
  await upToDate(page);
  await waitForOfflineApp(page);
  const second = await here.newTab();
  await second.goto('/friends');
  await second.getByRole('heading', { name: 'Friends', exact: true }).waitFor();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/auth');
  await second.waitForURL('**/auth');
  expect(await page.evaluate(() => sessionStorage.getItem('navigationHistory'))).toBeNull();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('kith')).length))
    .toBe(0);

  await context.setOffline(true);
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Your Tribe' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Connection lost' }).waitFor();
});

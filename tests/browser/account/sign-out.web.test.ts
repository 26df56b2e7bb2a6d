/** Signing out: on this device, in every tab, and what is left behind. */
import { expect, onTestFinished } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { offlineTest as test } from '../../support/fixtures/browser.ts';
import { startHotel } from '../../support/hotel.ts';
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

test('that something between answered in place of the server is told to the server later', async ({ open, circle, server, app }) => {
  const hotel = await startHotel(app.port);
  onTestFinished(() => hotel.close());
  const member = await circle.signUp('Cara Lind');
  const { page } = await open(member, { url: hotel.url });
  await upToDate(page);
  const sessions = async () => (await server.sessions.list(member.id)).length;
  const before = await sessions();
  for (const [round, status] of [401, 200].entries()) {
    hotel.answer(/sign-out/, status);
    if (round === 0) {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL('**/auth');
    } else await page.reload();
    await expect.poll(() => hotel.answered.length).toBeGreaterThan(round);
    expect(await sessions()).toBe(before);
  }
  hotel.open();
  await page.reload();
  await expect.poll(sessions).toBe(before - 1);
});

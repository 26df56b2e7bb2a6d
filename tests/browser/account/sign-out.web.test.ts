/** Signing out: on this device, in every tab, and what it leaves behind. Also how tabs follow other changes of the session. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { offlineTest as test } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { signIn } from '../../support/people.ts';

type SessionEvents = readonly Readonly<Record<string, unknown>>[];

/** What this tab receives about the session from now on. */
async function listen(page: Page): Promise<() => Promise<SessionEvents>> {
  await page.evaluate(() => {
    const received: unknown[] = [];
    const channel = new BroadcastChannel('kith-session');
    channel.onmessage = ({ data }) => received.push(data);
    Object.assign(globalThis, { heard: received, channel });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heard: SessionEvents }).heard);
}

test('other tabs follow sign-in and session changes; signing out ends the session in all of them and erases the local database; an offline start then shows the landing page and the lost connection', async ({
  open,
  circle,
}) => {
  const ben = await circle.signUp('Ben Okri');
  const here = await open(null, { at: '/auth' });
  const { page, context } = here;
  const second = await here.newTab();
  await second.goto('/auth');
  await second.getByRole('button', { name: 'Forgot password?' }).waitFor();
  const heard = await listen(second);
  await signIn(page, ben);
  await second.waitForURL('**/posts');
  await upToDate(page);
  await waitForOfflineApp(page);

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Name: Ben Okri, change' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ben O.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Name: Ben O., change' }).waitFor();
  await page.goto('/auth/reset-password#token=nobody');
  await page.getByLabel('New password').waitFor();
  // A freshly loaded page has no token. It asks the other tab, which passes on the one that it has.
  await page.goto('/settings');
  await upToDate(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/auth');
  await second.waitForURL('**/auth');
  const events = await heard();
  for (const event of [
    { type: 'SIGNED_IN', user: { id: ben.id, email: ben.email, name: 'Ben Okri' } },
    { type: 'USER_UPDATED', changed: 'name', user: { id: ben.id, email: ben.email, name: 'Ben O.' } },
    { type: 'PASSWORD_RECOVERY', step: 'opened' },
    { type: 'TOKEN_REFRESHED', userId: ben.id },
    { type: 'SIGNED_OUT', userId: ben.id, why: 'asked' },
  ])
    expect(events).toContainEqual(expect.objectContaining(event));
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('navigationHistory'))).toBeNull();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('kith')).length))
    .toBe(0);

  await context.setOffline(true);
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Your Tribe' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Connection lost' }).waitFor();
});

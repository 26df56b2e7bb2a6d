/**
 * A member who signs in again while their sign-out is still under way, or before every tab has received it, is signed in with a new store.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { REFRESH_LOCK } from '../../../workers/device/session/session.ts';
import { PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { sendSignIn } from '../../support/people.ts';

const test = browserTest
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  .extend('device', async ({ open, people: { ana } }) => {
    const device = await open(ana);
    await upToDate(device.page);
    return device;
  });

async function signOut(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/auth');
}

/** Another window holds a lock of the app until the returned function releases it. */
async function holdLock(page: Page, name: string): Promise<() => Promise<void>> {
  await page.goto(PAGE_WITHOUT_APP);
  await page.evaluate(
    (lock) =>
      new Promise<void>((held) => {
        void navigator.locks.request(lock, () => {
          held();
          return new Promise<void>((letGo) => Object.assign(globalThis, { letGo }));
        });
      }),
    name,
  );
  return () => page.evaluate(() => (globalThis as { letGo?: () => void }).letGo?.());
}

test('while the erasing is under way: the new session stays', async ({ device, people: { ana }, server }) => {
  const { page } = device;
  const sessions = async () => (await server.sessions.list(ana.id)).length;
  const before = await sessions();
  const letErase = await holdLock(await device.newTab(), 'kith-erase');
  await signOut(page);
  await sendSignIn(page, ana);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kith-session'))).not.toBeNull();
  await letErase();
  await page.waitForURL('**/posts');
  await upToDate(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kith-sign-out-owed'))).toBeNull();
  await expect.poll(() => sessions()).toBe(before);
  await page.reload();
  await upToDate(page);
});

test('while another tab renews the session: the requests take turns, and the cookie is the new session’s', async ({
  device,
  people: { ana },
}) => {
  const { page } = device;
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, path] = /\/api\/auth\/(sign-.*)/.exec(request.url()) ?? [];
    if (path) asked.push(path);
  });
  const renewed = await holdLock(await device.newTab(), REFRESH_LOCK);
  await signOut(page);
  await sendSignIn(page, ana);
  await page.getByRole('button', { name: 'Logging in...' }).waitFor();
  expect(asked).toEqual([]);
  await renewed();
  await page.waitForURL('**/posts');
  await upToDate(page);
  expect(asked).toContain('sign-in');
  expect(asked.indexOf('sign-out')).toBeLessThan(asked.indexOf('sign-in'));
  await page.reload();
  await upToDate(page);
});

test('before another tab has received it: that tab gets the new store as well', async ({ device, people: { ana, ben }, circle }) => {
  const { page, context } = device;
  const other = await device.newTab();
  await other.goto('/posts');
  await upToDate(other);
  await page.goto('/settings');
  const debug = await context.newCDPSession(other);
  await debug.send('Debugger.enable');
  await debug.send('Debugger.pause');
  await signOut(page);
  await sendSignIn(page, ana);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kith-session'))).not.toBeNull();
  await debug.send('Debugger.disable');
  await circle.post(ben, { content: 'Written meanwhile' });
  for (const tab of [page, other]) {
    await expect
      .poll(async () => {
        // The tab may still have had the database open that the other tab was to erase.
        const again = tab.getByRole('button', { name: 'Try Again' });
        if (await again.isVisible()) await again.click();
        return tab.getByText('Written meanwhile').first().isVisible();
      })
      .toBe(true);
  }
});

test('a page that the browser restores from its cache follows who is signed in now', async ({ device }) => {
  const { page } = device;
  await page.evaluate(() => {
    // A cached page receives no events. Neither does this page: a write sends no event to the page that wrote.
    localStorage.removeItem('kith-session');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await page.waitForURL('**/auth');
});

/** When a new device begins to keep the app: not while it is filled or while somebody types, but before the network may be gone. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { pause } from '../../../schemas/base/pause.ts';
import { PASSWORD } from '../../support/circle.ts';
import { offlineTest } from '../../support/fixtures/browser.ts';
import { card, setVisible, upToDate } from '../../support/on-screen.ts';
import { sendSignIn } from '../../support/people.ts';

const test = offlineTest.extend('ana', { scope: 'file' }, async ({ circle }) => {
  const ana = await circle.signUp('Ana Ribeiro');
  await circle.post(ana, { content: 'Good morning' });
  return ana;
});

/** As long as a device waits at most, and half of it. */
const [LIMIT_MS, HALF_MS] = [20_000, 10_000];

const keeps = (page: Page): Promise<boolean> => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
const controlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** Requests to pull are not answered until the returned function is called. */
async function holdPulls(context: BrowserContext): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/api/sync/pull', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return release;
}

test('a new device keeps the app once it has everything, and then opens without a network', async ({ open, ana }) => {
  const { page, context } = await open(null, { at: '/auth' });
  const release = await holdPulls(context);
  await sendSignIn(page, { email: ana.email, password: PASSWORD });
  await page.waitForURL('**/posts');
  await pause(3000);
  expect(await keeps(page)).toBe(false);
  release();
  await upToDate(page);
  await controlled(page);
  await context.setOffline(true);
  await page.reload();
  await card(page, 'Good morning').waitFor();
});

test('a device that does not get everything keeps the app after twenty seconds', async ({ open, ana }) => {
  const { page, context } = await open();
  const release = await holdPulls(context);
  await page.goto('/auth');
  await sendSignIn(page, { email: ana.email, password: PASSWORD });
  await page.waitForURL('**/posts');
  await pause(HALF_MS);
  expect(await keeps(page)).toBe(false);
  await expect.poll(() => keeps(page), { timeout: LIMIT_MS }).toBe(true);
  await controlled(page);
  release();
});

test('a page that is put away keeps the app at once', async ({ open, ana }) => {
  const { page, context } = await open();
  const release = await holdPulls(context);
  await page.goto('/auth');
  await sendSignIn(page, { email: ana.email, password: PASSWORD });
  await page.waitForURL('**/posts');
  expect(await keeps(page)).toBe(false);
  await setVisible(page, false);
  await expect.poll(() => keeps(page), { timeout: HALF_MS / 2 }).toBe(true);
  release();
});

test('a sign-in page keeps nothing while somebody types; put away, it does', async ({ open, ana }) => {
  const { page } = await open(null, { at: '/auth' });
  await page.getByLabel('Email', { exact: true }).pressSequentially(ana.email, { delay: 250 });
  expect(await keeps(page)).toBe(false);
  await setVisible(page, false);
  await expect.poll(() => keeps(page), { timeout: HALF_MS / 2 }).toBe(true);
});

test('a sign-in page that is left alone keeps the app after twenty seconds, another page of visitors at once', async ({ open }) => {
  const { page } = await open(null, { at: '/auth' });
  await page.getByText('Forgot password?').waitFor();
  await expect.poll(() => keeps(page), { timeout: LIMIT_MS + HALF_MS, interval: 500 }).toBe(true);
  const other = await open(null, { at: '/' });
  await expect.poll(() => keeps(other.page), { timeout: HALF_MS }).toBe(true);
});

/** What surrounds the sign-in page: what loads before and after it, and networks that answer in the place of the server. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { REFRESH_ATTEMPTS } from '../../../workers/device/session/session.ts';
import { test } from '../../support/fixtures/browser.ts';
import { startHotel } from '../../support/hotel.ts';
import { noticeNetwork, upToDate } from '../../support/on-screen.ts';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

/** Whether any script that the page has loaded contains the local database. */
async function databaseIsLoaded(page: Page): Promise<boolean> {
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
  );
  expect(scripts.length).toBeGreaterThan(0);
  const bodies = await Promise.all(scripts.map(async (name) => (await fetch(name)).text()));
  return bodies.some((body) => body.includes('rxdb'));
}

test('landing and sign-in load nothing of the local database; the first member pages load while somebody types, and if that fails, the typed text stays', async ({
  page,
}) => {
  const asked: string[] = [];
  let fails = true;
  await page.route(/assets\/(member|open-store)-[^/]*\.js$/, (route) => {
    asked.push(route.request().url());
    return fails ? route.abort() : route.continue();
  });
  await page.goto('/');
  await page.getByText('Join Your Tribe').waitFor();
  expect(await databaseIsLoaded(page)).toBe(false);
  await page.goto('/auth');
  await page.getByText('Forgot password?').waitFor();
  expect(await databaseIsLoaded(page)).toBe(false);
  expect(asked).toEqual([]);

  await page.evaluate(() => {
    (window as unknown as { stayed: boolean }).stayed = true;
  });
  const refused = page.waitForEvent('requestfailed');
  await email(page).fill('ana@kith.test');
  await refused;
  await password(page).fill('what was typed');
  expect(await email(page).inputValue()).toBe('ana@kith.test');
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);

  fails = false;
  await page.reload();
  const pages = page.waitForResponse(/assets\/member-[^/]*\.js$/);
  const store = page.waitForResponse(/assets\/open-store-[^/]*\.js$/);
  await email(page).fill('ana@kith.test');
  await pages;
  await store;
  await expect.poll(() => databaseIsLoaded(page)).toBe(true);
});

test('the sign-in page says once why somebody is there, also after returning from Google', async ({ page }) => {
  const saysOnce = async (words: string) => {
    await page.waitForURL((url) => url.pathname === '/auth');
    await page.getByText(words).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Forgot password?' }).waitFor();
    expect(await page.getByText(words).count()).toBe(0);
  };
  for (const [query, words] of [
    ['code=abc&state=xyz', 'Google sign-in is not available at the moment.'],
    ['error=access_denied', 'Sign-in was cancelled.'],
    ['error=redirect_uri_mismatch', 'Configuration error. Please contact support.'],
  ] as const) {
    await page.goto(`/google-auth/callback?${query}`);
    await saysOnce(words);
  }
  await expect.poll(() => page.title()).toBe('Login · Kith');
  await page.evaluate(() => sessionStorage.setItem('authErrorMessage', 'Your session has expired. Please log in again.'));
  await page.goto('/auth');
  await saysOnce('Your session has expired. Please log in again.');
  // A reason that the address gives is not stored.
  await page.goto('/auth?error=oauth_failed');
  await page.getByText('Google sign-in is not available at the moment.').waitFor();
});

test('a network that answers 401 to everything until somebody signs in to it signs no member out', async ({ open, circle, app }) => {
  const hotel = await startHotel(app.port);
  onTestFinished(() => hotel.close());
  const { page } = await open(await circle.signUp('Dina Falk'), { url: hotel.url });
  await upToDate(page);
  hotel.answer(/^\/api\//, 401);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  // More attempts than one refresh makes. A page that signs out would have done so after the first refresh.
  await expect.poll(() => hotel.answered.filter((path) => path === '/api/auth/refresh').length).toBeGreaterThan(REFRESH_ATTEMPTS);
  expect(await page.evaluate(() => localStorage.getItem('kith-session'))).not.toBeNull();
  expect(new URL(page.url()).pathname).toBe('/posts');
  hotel.open();
  await noticeNetwork(page);
  await upToDate(page);
});

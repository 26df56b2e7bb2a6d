/** What a member sees when the app itself fails. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { breakPiece, losePiece, throwing, withoutServiceWorker } from '../../support/pieces.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { until } from '../../support/until.ts';

const test = browserTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'))
  /** Ana, who gets every piece of the app from the server */
  .extend('page', async ({ open, ana }) => {
    const { page } = await open(ana, { at: 'about:blank' });
    await withoutServiceWorker(page);
    return page;
  });

test('[R-30] a missing piece of the app reloads the page once and no more, keeps drafts, and says what it is', async ({ page }) => {
  const bringBack = await losePiece(page, 'groups');
  await page.goto('/posts/create');
  await page.getByLabel('What would you like to share?').fill('Half a thought');
  await draftStored(page, 'Half a thought');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto('/groups');
  const screen = page.getByRole('alert').filter({ hasText: 'Page Error' });
  await screen.getByText('A new version is out and this page belongs to the one before.').waitFor();
  // The first load, and the automatic reload.
  expect(loads).toBe(2);
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await until(() => loads === 3);
  await screen.waitFor();
  expect(loads).toBe(3);
  expect(await barriers(page, 'the error screen of a missing piece')).toEqual([]);

  await bringBack();
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
  await page.goto('/posts/create');
  await expect.poll(() => page.getByLabel('What would you like to share?').inputValue()).toBe('Half a thought');
});

test('a page that throws says what it can, and after two retries shows details; the rest of the app goes on', async ({ page }) => {
  const screen = page.getByRole('alert').filter({ hasText: 'Page Error' });
  const details = screen.getByText('Technical details');
  for (const [error, words] of [
    [`new TypeError('Failed to fetch')`, 'This page could not be loaded. Please check your connection.'],
    [`new Error('It broke')`, 'Something on this screen broke.'],
    [`new TypeError("Cannot read properties of undefined (reading 'content')")`, 'Something this screen needs is missing.'],
  ] as const) {
    const repair = await breakPiece(page, 'friends', throwing(error));
    await page.goto('/friends');
    await screen.getByText(words).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    for (const shown of [0, 0, 1]) {
      expect(await details.count()).toBe(shown);
      await screen.getByRole('button', { name: 'Try Again' }).click();
      await screen.waitFor();
    }
    await details.click();
    await screen.getByText('Tried 3 times').waitFor();
    await repair();
  }
  // Checked with the longest details.
  expect(await barriers(page, 'the error screen of a page')).toEqual([]);
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await screen.waitFor({ state: 'detached' });
});

test('an error outside every page is an Application Error, and leads back', async ({ page }) => {
  const repair = await breakPiece(page, 'member', (code) => `throw new Error('It broke');\n${code}`);
  await page.goto('/posts');
  const heading = page.getByRole('heading', { level: 1, name: 'Application Error' });
  await heading.waitFor();
  expect(await barriers(page, 'the error screen of the application')).toEqual([]);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await heading.waitFor();
  await repair();
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
});

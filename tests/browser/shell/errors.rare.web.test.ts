/** Errors of a page, and of the application. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { breakPiece, throwing } from '../../support/pieces.ts';
import { test } from './errors-stage.ts';

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

/** What a member sees when the app itself fails. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { losePiece } from '../../support/pieces.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { until } from '../../support/until.ts';
import { test } from './errors-stage.ts';

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
  await screen.getByText('A new version is out, and this page belongs to the old one.').waitFor();
  // The first load, and the automatic reload.
  expect(loads).toBe(2);
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await until(() => loads === 3);
  await screen.waitFor();
  expect(loads).toBe(3);
  expect(await violations(page)).toEqual([]);

  await bringBack();
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await until(() => loads === 4);
  await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
  await page.goto('/posts/create');
  await expect.poll(() => page.getByLabel('What would you like to share?').inputValue()).toBe('Half a thought');
});

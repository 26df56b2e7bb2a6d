/** The export of everything that a member wrote: one file, whole or not at all. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { readZip } from '../../support/read-zip.ts';
import { openAccount } from '../../support/settings-rows.ts';

const EXPORT = '/api/profiles/me/export';

const test = browserTest
  /** Ana, who has written a post, a comment and a message */
  .extend('ana', async ({ circle }) => {
    const ana = await circle.signUp('Anabel Quill', { email: `${uuid()}@kith.test` });
    const post = await circle.post(ana, { content: 'Marzipan in the attic' });
    await circle.comment(ana, post, 'Heliotrope said so');
    await circle.message(ana, await circle.group(ana), 'Palimpsest at noon');
    return ana;
  })
  /** Her settings, with the sheet of the export open */
  .extend('page', async ({ open, ana, faultProxy: network }) => {
    const { page } = await open(ana, { at: 'about:blank', url: network.url });
    // The dialog that asks where to save belongs to the browser. Without it, the page does what it does in other browsers.
    await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
    await page.goto('/settings');
    await upToDate(page);
    await openAccount(page);
    await page.getByRole('button', { name: 'Export your data' }).press('Enter');
    await page.getByRole('dialog', { name: 'Export your data' }).waitFor();
    return page;
  });

const start = (page: Page) => page.getByRole('button', { name: /^(?:Start the export|Try again)$/ });
const broken = (page: Page) => page.getByText('The export stopped halfway, so nothing was saved. Please try again.');
/** The token of the next request for the export has expired. */
const tokenEnded = (page: Page) =>
  page.route(`**${EXPORT}`, (route) => route.fulfill({ status: 401, json: { success: false, code: 'NOT_AUTHENTICATED' } }), { times: 1 });
function countDownloads(page: Page): () => number {
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  return () => downloads;
}

test('an export that is stopped keeps nothing, and can be started again', async ({ page, faultProxy: network }) => {
  const downloads = countDownloads(page);
  expect(await barriers(page, 'export')).toEqual([]);
  const release = network.hold(EXPORT);
  await start(page).press('Enter');
  await page.getByText('Asking the server...').waitFor();
  expect(await page.getByRole('progressbar', { name: 'Export your data' }).getAttribute('aria-valuetext')).toBe('Asking the server...');
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await hasFocus(stop);
  await stop.press('Enter');
  await page.getByText('You stopped the export. Nothing was saved.').waitFor();
  await hasFocus(start(page));
  release();
  expect(downloads()).toBe(0);
});

test('an export that is broken off, by the network or by something in between, keeps nothing', async ({ page, faultProxy: network }) => {
  const downloads = countDownloads(page);
  await page.route(`**${EXPORT}`, (route) => route.fulfill({ contentType: 'application/zip', body: 'PK half of one' }), { times: 1 });
  await start(page).press('Enter');
  await broken(page).waitFor();
  network.resetAfter(() => 3000);
  await start(page).press('Enter');
  await expect.poll(() => network.resets()).toBeGreaterThan(0);
  await broken(page).waitFor();
  network.resetAfter(null);
  expect(downloads()).toBe(0);
});

test('an expired token that cannot be renewed counts as a network error, and signs nobody out', async ({ page }) => {
  await tokenEnded(page);
  await page.context().route('**/api/auth/refresh', (route) => route.abort());
  await start(page).press('Enter');
  await page.getByRole('dialog').getByText('Network error occurred. Please try again.').waitFor();
});

test('the export is a whole ZIP of what was written, also if the token expired; its pages contain nothing that could run', async ({
  page,
}) => {
  await tokenEnded(page);
  const downloading = page.waitForEvent('download');
  await start(page).press('Enter');
  const download = await downloading;
  await page.getByText('Your data was exported.').waitFor();
  expect(download.suggestedFilename()).toMatch(/^kith-\d{4}-\d\d-\d\d\.zip$/);
  const zip = readZip(await readFile(await download.path()));
  expect(JSON.parse(zip.get('posts.json')?.toString() ?? '')).toEqual([expect.objectContaining({ content: 'Marzipan in the attic' })]);
  expect(zip.get('comments.html')?.toString()).toContain('Heliotrope said so');
  expect(zip.get('messages.json')?.toString()).toContain('Palimpsest at noon');
  await page.keyboard.press('Escape');
  await hasFocus(page.getByRole('button', { name: 'Export your data' }));
  // The exported pages open from a folder.
  const reading = await page.context().newPage();
  await reading.setContent(zip.get('posts.html')?.toString() ?? '');
  await reading.getByText('Marzipan in the attic').waitFor();
  expect(await barriers(reading, 'exported posts')).toEqual([]);
});

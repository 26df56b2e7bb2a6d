/**
 * A local store that does not open: pending writes can be saved as a text, and everything else can be cleared and fetched again. The same
 * from the settings, while another tab is open.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers, misfits } from '../../support/barriers.ts';
import { DESKTOP, PAGE_WITHOUT_APP, PHONE } from '../../support/browser.ts';
import type { FaultProxy } from '../../support/fault-proxy.ts';
import { test } from '../../support/fixtures/faulty-circle.ts';
import { comment, noticeNetwork } from '../../support/on-screen.ts';
import { openDevice } from '../../support/settings-rows.ts';
import { spoilMetadata } from '../../support/spoil-metadata.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { STORE, storedRows } from '../../support/stored-rows.ts';
import { until } from '../../support/until.ts';

const SYNC = /^\/api\/sync\//;

const failed = (page: Page) => page.getByRole('heading', { level: 1, name: "This device's storage did not open" });
const shown = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const field = (page: Page) => page.getByLabel('Write a comment');

/** The comments written here are on the server, and the device knows it. */
const accepted = (page: Page) =>
  expect.poll(async () => (await storedRows(page, 'comments')).filter(({ pending }) => pending === 1).length).toBe(0);

/**
 * No request of sync reaches the server any more. A route in the browser may not be enough here: Playwright can let a request of a worker
 * pass that it cannot assign to a page, and these pages go away while their worker sends.
 */
const cutSync = (network: FaultProxy): void => network.refuse(SYNC);
async function healSync(network: FaultProxy, page: Page): Promise<void> {
  network.refuse(null);
  await noticeNetwork(page);
}

/** Presses Save. Returns the text of the downloaded file. */
async function saved(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save what was not sent' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^kith-not-sent-\d{4}-\d{2}-\d{2}\.txt$/);
  return readFile(await download.path(), 'utf8');
}

/** On a page that is not the app: raises the version of the store, as a much newer version of the app would. */
const raiseStoreVersion = (page: Page): Promise<void> =>
  page.evaluate(async (end) => {
    const name = (await indexedDB.databases()).find((one) => one.name?.endsWith(end))?.name ?? '';
    const opening = indexedDB.open(name, 1000);
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = () => reject(opening.error);
    });
    opening.result.close();
  }, STORE);

/** Ana has written a pending comment and half of another one, and the app is closed. */
async function leavePendingWrites(network: FaultProxy, page: Page, postId: string): Promise<void> {
  await page.goto(`/posts/${postId}`);
  await comment(page, 'Sent before');
  await accepted(page);
  cutSync(network);
  await comment(page, 'Not sent yet');
  await field(page).fill('Half a thought');
  await draftStored(page, 'Half a thought');
  await page.goto(PAGE_WITHOUT_APP);
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(0);
}

/** Clears the store, after checking what the question says is kept. */
async function clear(page: Page, kept: string): Promise<void> {
  await page.getByRole('button', { name: 'Clear and load again' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(kept).waitFor();
  await question.getByRole('button', { name: 'Clear and load again' }).click();
}

test('a damaged store that does not open: pending writes are saved as a text, and sent once everything is cleared and loaded again', async ({
  ana: { page },
  faultProxy: network,
  postId,
  anasComments,
}) => {
  await leavePendingWrites(network, page, postId);
  await spoilMetadata(page);
  await page.goto(`/posts/${postId}`);
  await failed(page).waitFor();
  expect([...(await barriers(page, 'store failed')), ...(await misfits(page, 'store failed', [PHONE, DESKTOP]))]).toEqual([]);
  // Trying again deletes nothing.
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await loaded;
  await failed(page).waitFor();

  const text = await saved(page);
  expect(text).toContain('Not sent yet');
  expect(text).toContain('Half a thought');
  expect(text).toContain('Written on ');
  expect(text).toContain('Comment on “Say something”');
  expect(text).not.toContain('Sent before');

  await page.getByRole('button', { name: 'Clear and load again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  const cleared = page.waitForEvent('load');
  await clear(page, 'Kept: one thing that was not sent and one draft.');
  await cleared;
  // The post comes from the server.
  await healSync(network, page);
  await until(async () => (await anasComments())['Not sent yet'] === 1);
  await shown(page, 'Sent before').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('Half a thought');
  expect(await anasComments()).toEqual({ 'Sent before': 1, 'Not sent yet': 1 });
});

test('a store that a newer version has upgraded stays as it is until its member clears it, after reading what is lost', async ({
  ana: { page },
  faultProxy: network,
  postId,
  anasComments,
}) => {
  await leavePendingWrites(network, page, postId);
  await raiseStoreVersion(page);
  await page.goto(`/posts/${postId}`);
  await failed(page).waitFor();
  await page.getByRole('button', { name: 'Save what was not sent' }).click();
  await page.getByText('Not read: everything. A newer version of Kith wrote it').waitFor();
  expect((await storedRows(page, 'comments')).map(({ content }) => content)).toContain('Not sent yet');
  const cleared = page.waitForEvent('load');
  await clear(page, 'What was not sent in there is lost.');
  await cleared;
  await healSync(network, page);
  await shown(page, 'Sent before').waitFor();
  expect(await anasComments()).toEqual({ 'Sent before': 1 });
});

test('a store that another window keeps open counts as failed, says so, and opens as soon as it is released', async ({
  ana: { page, newTab },
  faultProxy: network,
  postId,
  anasComments,
}) => {
  await leavePendingWrites(network, page, postId);
  const other = await newTab();
  await other.goto(PAGE_WITHOUT_APP);
  // This tab asks to upgrade a database that it keeps open itself, so every later request waits for ever.
  await other.evaluate(async (end) => {
    const name = (await indexedDB.databases()).find((one) => one.name?.endsWith(end))?.name ?? '';
    const opening = indexedDB.open(name);
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    (globalThis as { held?: IDBDatabase }).held = database;
    const change = indexedDB.open(name, database.version + 1);
    await new Promise((resolve) => {
      change.onblocked = resolve;
    });
  }, STORE);
  await page.goto(`/posts/${postId}`);
  await failed(page).waitFor();
  await page.getByRole('button', { name: 'Save what was not sent' }).click();
  await page.getByText('Not read: everything. Another window holds it').waitFor();
  // What cannot be read is not removed.
  await page.getByRole('button', { name: 'Clear and load again' }).click();
  await page.getByText('Another window of Kith still uses the storage').waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await other.close();
  await shown(page, 'Not sent yet').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('Half a thought');
  await healSync(network, page);
  await until(async () => (await anasComments())['Not sent yet'] === 1);
});

test('from the settings, while another tab is open: all tabs go on with the new store, and nothing that was written is lost or sent twice', async ({
  ana: { page, newTab },
  faultProxy: network,
  postId,
  anasComments,
}) => {
  await page.goto('/settings');
  await openDevice(page);
  await page.getByRole('button', { name: 'Save what was not sent' }).click();
  await page.getByText('Nothing is waiting to be sent, and there is no draft.').waitFor();

  const other = await newTab();
  await other.goto(`/posts/${postId}`);
  await comment(other, 'Sent before');
  await accepted(other);
  cutSync(network);
  await comment(other, 'Not sent yet');
  await field(other).fill('Half a thought');
  await draftStored(other, 'Half a thought');

  expect(await saved(page)).toContain('Half a thought');
  await field(other).evaluate((element) => element.setAttribute('data-kept', ''));
  await clear(page, 'Kept: one thing that was not sent and one draft.');
  await page.getByRole('button', { name: 'On this device', exact: true }).waitFor();
  // The other tab has the new store, which cannot load anything yet. The page that is open there stays, and accepts typing.
  await expect.poll(() => shown(other, 'Sent before').count()).toBe(0);
  for (let asked = 0; asked < 3; asked += 1)
    await other.context().waitForEvent('requestfailed', (request) => /api\/sync/.test(request.url()));
  await field(other).fill('Half a thought, and more');
  await shown(other, 'Not sent yet').waitFor();
  await healSync(network, other);
  await until(async () => (await anasComments())['Not sent yet'] === 1);
  await shown(other, 'Sent before').waitFor();
  expect(await field(other).getAttribute('data-kept')).toBe('');
  // Text stored earlier may be offered beside the field. The typed text is in the field.
  expect(await field(other).inputValue()).toBe('Half a thought, and more');
  await other.getByRole('button', { name: 'Send' }).click();
  await until(async () => (await anasComments())['Half a thought, and more'] === 1);
  await page.goto(`/posts/${postId}`);
  await shown(page, 'Half a thought, and more').waitFor();
  expect(await anasComments()).toEqual({ 'Sent before': 1, 'Not sent yet': 1, 'Half a thought, and more': 1 });
});

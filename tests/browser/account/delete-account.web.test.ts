/**
 * Deleting an account: it takes a word and the password. Afterwards nothing of it is left here, in other tabs, on other devices and with
 * friends.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { test } from '../../support/fixtures/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { readZip } from '../../support/read-zip.ts';

/** Everything in this device's IndexedDB as text: rows, remains of rows, and the engine's own bookkeeping. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const texts: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames)
        texts.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    return texts.join('\n');
  });

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('kith')).length);

test('a member exports everything, then deletes the account by keyboard: with the word, the password, and a connection', async ({
  open,
  circle,
  faultProxy: network,
}) => {
  const [ana, ben] = [
    await circle.signUp('Anabel Quill', { email: `${uuid()}@kith.test` }),
    await circle.signUp('Ben Okri', { email: `${uuid()}@kith.test` }),
  ];
  await circle.befriend(ana, ben);
  const group = await circle.group(ana, ben);
  await circle.post(ana, { content: 'Marzipan in the attic' });
  await circle.comment(ana, await circle.post(ben, { content: 'Anybody there?' }), 'Heliotrope said so');
  await circle.message(ana, group, 'Palimpsest at noon');

  const bens = await open(ben, { viewport: DESKTOP });
  await upToDate(bens.page);
  await bens.page.getByText('Marzipan in the attic').waitFor();
  const anasTexts = ['Marzipan in the attic', 'Heliotrope said so', 'Palimpsest at noon', 'Anabel Quill', ana.email];
  for (const text of anasTexts) await expect.poll(async () => (await storedText(bens.page)).includes(text)).toBe(true);
  const elsewhere = await open(ana, { viewport: DESKTOP });
  await upToDate(elsewhere.page);

  const here = await open(ana, { at: '/settings', url: network.url });
  const { page } = here;
  // The dialog that asks where to save belongs to the browser. Without it, the page does what it does in other browsers.
  await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  await page.reload();
  await upToDate(page);
  const second = await here.newTab();
  await second.goto(`${network.url}/friends`);
  await second.getByRole('heading', { name: 'Friends', exact: true }).waitFor();

  // An export that is stopped, or broken off by the network or by something in between, keeps nothing and can be started again.
  const EXPORT = '/api/profiles/me/export';
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await page.getByRole('button', { name: 'Export your data' }).press('Enter');
  await page.getByRole('dialog', { name: 'Export your data' }).waitFor();
  expect(await barriers(page, 'export')).toEqual([]);
  const start = page.getByRole('button', { name: /^(?:Start the export|Try again)$/ });
  const broken = page.getByText('The export broke off. What had come was thrown away, since it was not whole.');
  const release = network.hold(EXPORT);
  await start.press('Enter');
  await page.getByText('Asking the server...').waitFor();
  expect(await page.getByRole('progressbar', { name: 'Export your data' }).getAttribute('aria-valuetext')).toBe('Asking the server...');
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await hasFocus(stop);
  await stop.press('Enter');
  await page.getByText('The export was stopped. Nothing was kept.').waitFor();
  await hasFocus(start);
  release();
  await page.route(`**${EXPORT}`, (route) => route.fulfill({ contentType: 'application/zip', body: 'PK half of one' }), { times: 1 });
  await start.press('Enter');
  await broken.waitFor();
  network.resetAfter(() => 3000);
  await start.press('Enter');
  await expect.poll(() => network.resets()).toBeGreaterThan(0);
  await broken.waitFor();
  network.resetAfter(null);
  await upToDate(page);

  // An expired token is renewed on the way. If that fails, it counts as a network error and nobody is signed out.
  const tokenEnded = () =>
    page.route(`**${EXPORT}`, (route) => route.fulfill({ status: 401, json: { success: false, code: 'NOT_AUTHENTICATED' } }), {
      times: 1,
    });
  await tokenEnded();
  await here.context.route('**/api/auth/refresh', (route) => route.abort());
  await start.press('Enter');
  await page.getByRole('dialog').getByText('Network error occurred. Please try again.').waitFor();
  await here.context.unroute('**/api/auth/refresh');
  expect(downloads).toBe(0);

  // The next attempt delivers a whole ZIP with what was written.
  await tokenEnded();
  const downloading = page.waitForEvent('download');
  await start.press('Enter');
  const download = await downloading;
  await page.getByText('Your data was exported.').waitFor();
  expect(download.suggestedFilename()).toMatch(/^kith-\d{4}-\d\d-\d\d\.zip$/);
  const zip = readZip(await readFile(await download.path()));
  expect(JSON.parse(zip.get('posts.json')?.toString() ?? '')).toEqual([expect.objectContaining({ content: 'Marzipan in the attic' })]);
  expect(zip.get('comments.html')?.toString()).toContain('Heliotrope said so');
  expect(zip.get('messages.json')?.toString()).toContain('Palimpsest at noon');
  await page.keyboard.press('Escape');
  await hasFocus(page.getByRole('button', { name: 'Export your data' }));
  // The exported pages open from a folder, and contain nothing that could run.
  const reading = await here.newTab();
  await reading.setContent(zip.get('posts.html')?.toString() ?? '');
  await reading.getByText('Marzipan in the attic').waitFor();
  expect(await barriers(reading, 'exported posts')).toEqual([]);
  await reading.close();

  await page.getByRole('button', { name: 'Delete account' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Delete account' });
  const word = sheet.getByLabel('Type DELETE to confirm');
  await hasFocus(word);
  const confirm = sheet.getByRole('button', { name: 'Delete account' });
  for (const wrong of ['', 'delete', 'DELETE ']) {
    await word.fill(wrong);
    expect(await confirm.isDisabled()).toBe(true);
  }
  await word.fill('DELETE');
  expect(await confirm.isDisabled()).toBe(false);
  expect(await barriers(page, 'delete account')).toEqual([]);
  network.cut();
  await sheet.getByText('You are offline. Your account can be deleted once you are back online.').waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  network.heal();
  await expect.poll(() => confirm.isDisabled()).toBe(false);
  await sheet.getByLabel('Your password').fill('not this one 1');
  await sheet.getByLabel('Your password').press('Enter');
  await sheet.getByText('Your present password is incorrect. Please try again.').waitFor();
  // Closed and opened again, the dialog has nothing filled in.
  await page.keyboard.press('Escape');
  await hasFocus(page.getByRole('button', { name: 'Delete account' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => word.inputValue()).toBe('');
  await word.fill('DELETE');
  await sheet.getByLabel('Your password').fill(ana.password);
  await sheet.getByLabel('Your password').press('Enter');

  const goodbye = 'Your account was deleted, with everything in it.';
  await page.getByText(goodbye).waitFor();
  expect(await barriers(page, 'goodbye')).toEqual([]);
  await second.waitForURL('**/auth');
  await elsewhere.page.getByText(goodbye).waitFor();
  for (const one of [page, elsewhere.page]) await expect.poll(() => databases(one)).toBe(0);

  await bens.page.getByText('Marzipan in the attic').waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      const held = await storedText(bens.page);
      return anasTexts.filter((text) => held.includes(text));
    })
    .toEqual([]);
  expect(await circle.roles(group)).toEqual({ 'Ben Okri': 'owner' });
});

/**
 * Storage that is worse than slow: it is deleted while the app runs or is closed, or it has no disk space left. The app goes on by itself,
 * says what is needed, and loses nothing that was written. `renderer-kills` tests a process that is killed in mid-write.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { limitDiskSpace } from '../../support/disk-space.ts';
import { expectFewNotices, makeReady, test } from '../../support/fixtures/faulty-circle.ts';
import { card, comment, upToDate } from '../../support/on-screen.ts';
import { STORE, storedRows } from '../../support/stored-rows.ts';
import { until } from '../../support/until.ts';

/** Deletes the databases whose names end like this, and waits until that is done. */
const deleteDatabases = (page: Page, ending: string): Promise<void> =>
  page.evaluate(async (end) => {
    const mine = (await indexedDB.databases()).flatMap(({ name }) => (name?.endsWith(end) ? [name] : []));
    const gone = (name: string) =>
      new Promise<void>((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase(name);
        deletion.onsuccess = () => resolve();
        deletion.onerror = () => reject(deletion.error);
      });
    await Promise.all(mine.map(gone));
  }, ending);

/** The count of live rows of a collection in the store. */
const rowsIn = async (page: Page, collection: string): Promise<number> =>
  (await storedRows(page, collection)).filter(({ _deleted }) => _deleted === '0').length;

test('a database that is deleted under the running app fills again, and keeps pending writes and what is being typed', async ({
  anaOnDisk,
  faultProxy: network,
  postId,
  anasComments,
  circle,
  people,
}) => {
  const { page, notices } = anaOnDisk;
  await page.goto(`/posts/${postId}`);
  await comment(page, 'Sent before');
  await upToDate(page);
  network.cut();
  await comment(page, 'Not sent yet');
  await page.getByText('Connection lost').waitFor();
  await page.getByLabel('Write a comment').fill('Half a thou');
  await deleteDatabases(page, '');
  network.heal();
  await until(async () => (await anasComments())['Not sent yet'] === 1);
  await upToDate(page);
  await page.getByRole('listitem').filter({ hasText: 'Sent before' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Not sent yet' }).waitFor();
  expect(await page.getByLabel('Write a comment').inputValue()).toBe('Half a thou');
  // The app works as before: it writes, receives, and still has everything.
  await comment(page, 'Half a thought');
  await until(async () => (await anasComments())['Half a thought'] === 1);
  await circle.post(people.ben, { content: 'Heard after the deletion' });
  await page.goto('/posts');
  await card(page, 'Heard after the deletion').waitFor();
  expect(await anasComments()).toEqual({ 'Sent before': 1, 'Not sent yet': 1, 'Half a thought': 1 });
  expectFewNotices(notices);
});

test('what is deleted is fetched again: the store while the app is closed, the store while it runs, and all site data', async ({
  anaOnDisk,
  faultProxy: network,
  circle,
  people,
}) => {
  const { page, context, notices } = anaOnDisk;
  const texts = ['The first of two', 'The second of two'];
  for (const content of texts) await circle.post(people.ben, { content });
  const isThere = async () => {
    for (const text of texts) await card(page, text).waitFor();
    await upToDate(page);
  };
  await isThere();
  const storedCount = await rowsIn(page, 'posts');
  expect(storedCount).toBeGreaterThanOrEqual(texts.length);

  await page.goto(PAGE_WITHOUT_APP);
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(0);
  await deleteDatabases(page, STORE);
  await page.goto('/posts');
  await isThere();

  await deleteDatabases(page, STORE);
  // Polls slowly: each look opens the very database that the app is about to create again.
  await expect.poll(() => rowsIn(page, 'posts'), { interval: 250 }).toBeGreaterThanOrEqual(storedCount);
  await isThere();

  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: network.url, storageTypes: 'indexeddb,cache_storage' });
  await session.detach();
  await until(async () => (await rowsIn(page, 'posts')) >= storedCount);
  await isThere();
  expectFewNotices(notices);
});

test('without disk space the app says so, keeps what is being typed, sends pending writes, and goes on once there is space', async ({
  open,
  faultProxy: network,
  postId,
  anasComments,
  circle,
  people,
}) => {
  const device = await open(people.ana, { url: network.url, viewport: DESKTOP, at: PAGE_WITHOUT_APP });
  const space = await limitDiskSpace(device.page, network.url);
  const { page, notices } = await makeReady(device);
  await page.goto(`/posts/${postId}`);
  await upToDate(page);
  network.cut();
  await comment(page, 'Waits without room');
  await space.takeAway();
  await page.getByLabel('Write a comment').fill('Too much for this device');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Failed to create comment. Please try again.').first().waitFor();
  await page.getByText('No room left on this device').waitFor();
  expect(await page.getByLabel('Write a comment').inputValue()).toBe('Too much for this device');
  network.heal();
  // Pending writes are still sent.
  await until(async () => (await anasComments())['Waits without room'] === 1);
  const meanwhile = await circle.post(people.ben, { content: 'While there was no room' });
  await space.giveBack();
  // The app also looks for space by itself. If it has found some by now, there is nothing left to press.
  const noRoom = page.getByRole('alert').filter({ hasText: 'No room left on this device' });
  await noRoom.getByRole('button', { name: 'Retry' }).evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });
  await expect.poll(() => noRoom.count()).toBe(0);
  expect(await page.getByLabel('Write a comment').inputValue()).toBe('Too much for this device');
  await page.getByRole('button', { name: 'Send' }).click();
  await until(async () => (await anasComments())['Too much for this device'] === 1);
  await page.goto(`/posts/${meanwhile}`);
  await page.getByText('While there was no room').first().waitFor();
  await upToDate(page);
  expect(await anasComments()).toEqual({ 'Waits without room': 1, 'Too much for this device': 1 });
  // A device without disk space may be without a connection as well.
  expect(notices.mostBanners()).toBeLessThanOrEqual(2);
  // Only the comment that its author sent and that could not be stored.
  expect(new Set(notices.errors)).toEqual(new Set(['Failed to create comment. Please try again.']));
});

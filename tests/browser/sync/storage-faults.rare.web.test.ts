/**
 * Storage that does worse than to be slow: its process is killed in mid-write, somebody deletes it under the running app, it
 * has no room left. The app goes on by itself, says what is to be said, and loses nothing that was written.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP } from '../../support/browser.ts';
import { limitDiskSpace } from '../../support/disk-space.ts';
import { expectFewNotices, makeReady, OUTSIDE, test } from '../../support/fixtures/faulty-circle.ts';
import { card, comment, upToDate } from '../../support/on-screen.ts';
import { STORE, storedRows } from '../../support/stored-rows.ts';
import { until } from '../../support/until.ts';

/** Deletes the databases whose names end like this, and waits until they are gone. */
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

/** How many live rows of a collection lie in the store. */
const rowsIn = async (page: Page, collection: string): Promise<number> =>
  (await storedRows(page, collection)).filter(({ _deleted }) => _deleted === '0').length;

test('a database that is deleted under the running app fills again, and keeps what was not sent and what is being typed', async ({
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
  await until(async () => (await anasComments())['Not sent yet'] === 1, 30_000);
  await upToDate(page);
  await page.getByRole('listitem').filter({ hasText: 'Sent before' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Not sent yet' }).waitFor();
  expect(await page.getByLabel('Write a comment').inputValue()).toBe('Half a thou');
  // It is an app like before: it writes, hears, and opens again with all that it had.
  await comment(page, 'Half a thought');
  await until(async () => (await anasComments())['Half a thought'] === 1);
  await circle.post(people.ben, { content: 'Heard after the deletion' });
  await page.goto('/posts');
  await card(page, 'Heard after the deletion').waitFor();
  expect(await anasComments()).toEqual({ 'Sent before': 1, 'Not sent yet': 1, 'Half a thought': 1 });
  expectFewNotices(notices);
});

test('what is deleted is fetched again: the store while the app is closed, while it runs, and all site data', async ({
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
  const held = await rowsIn(page, 'posts');
  expect(held).toBeGreaterThanOrEqual(texts.length);

  await page.goto(OUTSIDE);
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(0);
  await deleteDatabases(page, STORE);
  await page.goto('/posts');
  await isThere();

  await deleteDatabases(page, STORE);
  // Seldom: each look opens the very database that the app is about to make anew.
  await expect.poll(() => rowsIn(page, 'posts'), { interval: 250 }).toBeGreaterThanOrEqual(held);
  await isThere();

  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: network.url, storageTypes: 'indexeddb,cache_storage' });
  await session.detach();
  await until(async () => (await rowsIn(page, 'posts')) >= held, 30_000);
  await isThere();
  expectFewNotices(notices);
});

test('without room left the app says so, keeps what is being typed, sends what waits, and goes on once there is room', async ({
  open,
  faultProxy: network,
  postId,
  anasComments,
  circle,
  people,
}) => {
  const device = await open(people.ana, { url: network.url, viewport: DESKTOP, at: OUTSIDE });
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
  // What waits is sent all the same.
  await until(async () => (await anasComments())['Waits without room'] === 1, 60_000);
  const meanwhile = await circle.post(people.ben, { content: 'While there was no room' });
  await space.giveBack();
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect.poll(() => page.getByText('No room left on this device').count()).toBe(0);
  expect(await page.getByLabel('Write a comment').inputValue()).toBe('Too much for this device');
  await page.getByRole('button', { name: 'Send' }).click();
  await until(async () => (await anasComments())['Too much for this device'] === 1, 30_000);
  await page.goto(`/posts/${meanwhile}`);
  await page.getByText('While there was no room').first().waitFor();
  await upToDate(page);
  expect(await anasComments()).toEqual({ 'Waits without room': 1, 'Too much for this device': 1 });
  // A device without room may be without connection as well.
  expect(notices.mostBanners()).toBeLessThanOrEqual(2);
  // Only the comment that its author sent and that could not be kept.
  expect(new Set(notices.errors)).toEqual(new Set(['Failed to create comment. Please try again.']));
});

/**
 * Storage that does worse than to be slow: its process is killed in mid-write, somebody deletes it under the running app, it
 * has no room left. The app goes on by itself, says what is to be said, and loses nothing that was written.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultyCircle, startFaultyCircle } from '../support/faulty-circle.ts';
import { card, comment, upToDate } from '../support/on-screen.ts';
import { until } from '../support/until.ts';

let circle: FaultyCircle;
let network: FaultyCircle['network'];
let profile: FaultyCircle['profile'];
let notices: FaultyCircle['notices'];
let postId: FaultyCircle['postId'];

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

/** How many live rows lie in the store of a collection; none where there is no such store. */
const storedRows = (page: Page, collection: string): Promise<number> =>
  page.evaluate(async (end) => {
    const name = (await indexedDB.databases()).find((each) => each.name?.endsWith(end))?.name;
    if (!name) return 0;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    try {
      if (!database.objectStoreNames.contains('docs')) return 0;
      const rows = await new Promise<{ readonly _deleted: string }[]>((resolve, reject) => {
        const reading = database.transaction('docs').objectStore('docs').getAll();
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
      });
      return rows.filter(({ _deleted }) => _deleted === '0').length;
    } finally {
      database.close();
    }
  }, `--${collection}`);

beforeAll(async () => {
  circle = await startFaultyCircle();
  ({ network, profile, notices, postId } = circle);
});
afterAll(() => circle?.close());

test('a database that is deleted under the running app fills again, and keeps what was not sent and what is being typed', async () => {
  const { page } = profile;
  await page.goto(`/posts/${postId}`);
  await comment(page, 'Sent before');
  await upToDate(page);
  network.cut();
  await comment(page, 'Not sent yet');
  await page.getByText('Connection lost').waitFor();
  await page.getByLabel('Write a comment').fill('Half a thou');
  await deleteDatabases(page, '');
  network.heal();
  await until(async () => (await circle.anasComments())['Not sent yet'] === 1, 30_000);
  await upToDate(page);
  await page.getByRole('listitem').filter({ hasText: 'Sent before' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Not sent yet' }).waitFor();
  expect(await page.getByLabel('Write a comment').inputValue()).toBe('Half a thou');
  // It is an app like before: it writes, hears, and opens again with all that it had.
  await comment(page, 'Half a thought');
  await until(async () => (await circle.anasComments())['Half a thought'] === 1);
  await circle.benPosts('Heard after the deletion');
  await page.goto('/posts');
  await card(page, 'Heard after the deletion').waitFor();
  expect(await circle.anasComments()).toMatchObject({ 'Sent before': 1, 'Not sent yet': 1 });
});

test('a part that was deleted while the app was closed is missed, and fetched again', async () => {
  const { page } = profile;
  const held = await storedRows(page, 'posts');
  expect(held).toBeGreaterThan(1);
  // Of the same origin, and not the app.
  await page.goto('/api/health');
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(0);
  await deleteDatabases(page, '--posts');
  await page.goto('/posts');
  await card(page, 'Say something').waitFor();
  await card(page, 'Heard after the deletion').waitFor();
  await upToDate(page);
});

test('where only a part is deleted, nothing of it stays missing', async () => {
  const { page } = profile;
  const held = await storedRows(page, 'posts');
  expect(held).toBeGreaterThan(1);
  await deleteDatabases(page, '--posts');
  // Seldom: each look opens the very database that the app is about to make anew.
  await expect.poll(() => storedRows(page, 'posts'), { timeout: 30_000, interval: 250 }).toBeGreaterThanOrEqual(held);
  await card(page, 'Say something').waitFor();
  await card(page, 'Heard after the deletion').waitFor();
  await upToDate(page);
});

test('after "clear site data" of the browser the app begins anew', async () => {
  const { page } = profile;
  const session = await profile.context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: network.url, storageTypes: 'indexeddb,cache_storage' });
  await session.detach();
  await until(async () => (await storedRows(page, 'posts')) > 1, 30_000);
  await card(page, 'Say something').waitFor();
  await upToDate(page);
});

const noise = 'x'.repeat(450);

test('without room left the app says so, keeps what is being typed, sends what waits, and goes on once there is room', async () => {
  const { page } = profile;
  await page.goto(`/posts/${postId}`);
  await upToDate(page);
  network.cut();
  await comment(page, 'Waits without room');
  const session = await profile.context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: network.url, quotaSize: 1 });
  // The browser looks at what is left only now and then, and lets some small writes pass before it does.
  const noRoom = page.getByText('No room left on this device');
  const waiting = ['Waits without room'];
  for (let n = 0; (await noRoom.count()) === 0; n++) {
    await page.getByLabel('Write a comment').fill(`Still fits ${n}. ${noise}`);
    await page.getByRole('button', { name: 'Send' }).click();
    const kept = expect
      .poll(() => page.getByLabel('Write a comment').inputValue())
      .toBe('')
      .then(() => true);
    if (await Promise.race([kept, noRoom.waitFor().then(() => false)])) waiting.push(`Still fits ${n}. ${noise}`);
  }
  await page.getByLabel('Write a comment').fill('Too much for this device');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Failed to create comment. Please try again.').first().waitFor();
  expect(await page.getByLabel('Write a comment').inputValue()).toBe('Too much for this device');
  network.heal();
  // What waits is sent all the same.
  await until(async () => {
    const there = await circle.anasComments();
    return waiting.every((text) => there[text.trim()] === 1);
  }, 60_000);
  const meanwhile = await circle.benPosts('While there was no room');
  await session.send('Storage.overrideQuotaForOrigin', { origin: network.url });
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect.poll(() => page.getByText('No room left on this device').count()).toBe(0);
  expect(await page.getByLabel('Write a comment').inputValue()).toBe('Too much for this device');
  await page.getByRole('button', { name: 'Send' }).click();
  await until(async () => (await circle.anasComments())['Too much for this device'] === 1, 30_000);
  await session.detach();
  await page.goto(`/posts/${meanwhile}`);
  await page.getByText('While there was no room').first().waitFor();
  await upToDate(page);
  expect(Object.values(await circle.anasComments()).every((times) => times === 1)).toBe(true);
});

test('all the while each state had one banner, and no message spoke of work in the background', () => {
  // A device without room may be without connection as well.
  expect(notices.mostBanners()).toBeLessThanOrEqual(2);
  // Only the comment that its author sent and that could not be kept.
  expect(new Set(notices.errors)).toEqual(new Set(['Failed to create comment. Please try again.']));
});

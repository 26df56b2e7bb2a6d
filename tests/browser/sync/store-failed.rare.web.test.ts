/**
 * A local store that does not open: what was not sent can be saved as a text, and everything else be cleared and fetched again. The same
 * from the settings, while another tab is open.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers, misfits } from '../../support/barriers.ts';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { OUTSIDE, test } from '../../support/fixtures/faulty-circle.ts';
import { comment, cutSync, healSync } from '../../support/on-screen.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { until } from '../../support/until.ts';

const failed = (page: Page) => page.getByRole('heading', { level: 1, name: "This device's storage did not open" });
const shown = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const field = (page: Page) => page.getByLabel('Write a comment');

/** What was commented here is on the server, and the device knows it. */
const accepted = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const name = (await indexedDB.databases()).find((one) => one.name?.endsWith('--comments'))?.name ?? '';
        const asked = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        const database = await asked(indexedDB.open(name));
        const rows = await asked(database.transaction('docs').objectStore('docs').getAll() as IDBRequest<{ readonly unsent?: number }[]>);
        database.close();
        return rows.filter(({ unsent }) => unsent === 1).length;
      }),
    )
    .toBe(0);

/** Presses Save, and answers with the text of the file that the browser then has. */
async function saved(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save what was not sent' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^kith-not-sent-\d{4}-\d{2}-\d{2}\.txt$/);
  return readFile(await download.path(), 'utf8');
}

/** On a page that is not the app: makes a part of the store what no version of the app has made it. */
const remake = (page: Page, ending: string, as: { readonly version: number; readonly keyPath: string }): Promise<void> =>
  page.evaluate(
    async ([end, { version, keyPath }]) => {
      const name = (await indexedDB.databases()).find((one) => one.name?.endsWith(end))?.name ?? '';
      const asked = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      await asked(indexedDB.deleteDatabase(name));
      const opening = indexedDB.open(name, version);
      opening.onupgradeneeded = () => void opening.result.createObjectStore('docs', { keyPath });
      (await asked(opening)).close();
    },
    [ending, as] as const,
  );

/** On a page that is not the app: what is noted of the collections fits none of them any more. */
const spoilNotes = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((one) => one.name?.endsWith('--_rxdb_internal'))?.name ?? '';
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await asked(indexedDB.open(name));
    const docs = database.transaction('docs', 'readwrite').objectStore('docs');
    const notes = await asked(docs.getAll());
    for (const note of notes)
      if (note.data?.schemaHash) await asked(docs.put({ ...note, data: { ...note.data, schemaHash: 'spoilt', schema: {} } }));
    database.close();
  });

/** Ana has written a comment that is not sent, and half of another one, and the app is closed. */
async function leaveUnsent(page: Page, postId: string): Promise<void> {
  await page.goto(`/posts/${postId}`);
  await comment(page, 'Sent before');
  await accepted(page);
  await cutSync(page);
  await comment(page, 'Not sent yet');
  await field(page).fill('Half a thought');
  await draftStored(page, 'Half a thought');
  await page.goto(OUTSIDE);
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(0);
}

/** What is clear: says what is kept, and does it. */
async function clear(page: Page, kept: string): Promise<void> {
  await page.getByRole('button', { name: 'Clear and load again' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(kept).waitFor();
  await question.getByRole('button', { name: 'Clear and load again' }).click();
}

const damages = {
  'a damaged one': (page: Page) => spoilNotes(page),
  'one that a newer version has made': (page: Page) => remake(page, '--posts', { version: 20, keyPath: 'key' }),
} as const;

for (const [which, damage] of Object.entries(damages)) {
  test(`a store that does not open, ${which}: what was not sent is saved as a text, and is sent once everything is cleared and loaded again`, async ({
    ana: { page },
    postId,
    anasComments,
  }) => {
    await leaveUnsent(page, postId);
    await damage(page);
    await page.goto(`/posts/${postId}`);
    await failed(page).waitFor();
    expect([...(await barriers(page, 'store failed')), ...(await misfits(page, 'store failed', [PHONE, DESKTOP]))]).toEqual([]);
    // To try again takes nothing away.
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await loaded;
    await failed(page).waitFor();

    const text = await saved(page);
    expect(text).toContain('Not sent yet');
    expect(text).toContain('Half a thought');
    expect(text).toContain('Written on ');
    if (which === 'a damaged one') expect(text).toContain('Comment on “Say something”');
    else expect(text).toContain('Not read: posts. A newer version of Kith wrote it');
    expect(text).not.toContain('Sent before');

    await page.getByRole('button', { name: 'Clear and load again' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    const cleared = page.waitForEvent('load');
    await clear(page, 'Kept: one thing that was not sent and one draft.');
    await cleared;
    // The post comes from the server.
    await healSync(page);
    await until(async () => (await anasComments())['Not sent yet'] === 1, 30_000);
    await shown(page, 'Sent before').waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('Half a thought');
    expect(await anasComments()).toEqual({ 'Sent before': 1, 'Not sent yet': 1 });
  });
}

test('a store that another window holds counts as failed, says so, and opens as soon as it is let go of', async ({
  ana: { page, newTab },
  postId,
  anasComments,
}) => {
  await leaveUnsent(page, postId);
  const other = await newTab();
  await other.goto(OUTSIDE);
  // It wants to change a part that it keeps open itself: whoever comes later waits for ever.
  await other.evaluate(async () => {
    const name = (await indexedDB.databases()).find((one) => one.name?.endsWith('--comments'))?.name ?? '';
    const opening = indexedDB.open(name);
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    (globalThis as { held?: IDBDatabase }).held = database;
    const change = indexedDB.open(name, database.version + 1);
    await new Promise((resolve) => {
      change.onblocked = resolve;
    });
  });
  await page.goto(`/posts/${postId}`);
  await failed(page).waitFor();
  const text = await saved(page);
  expect(text).toContain('Half a thought');
  expect(text).toContain('Not read: comments. Another window holds it');
  // What cannot be read is not removed.
  await page.getByRole('button', { name: 'Clear and load again' }).click();
  await page.getByText('Another window of Kith does not let go of the storage').waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await other.close();
  await shown(page, 'Not sent yet').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('Half a thought');
  await healSync(page);
  await until(async () => (await anasComments())['Not sent yet'] === 1, 30_000);
});

test('from the settings, while another tab is open: all tabs go on with the new store, and nothing that was written is lost or sent twice', async ({
  ana: { page, newTab },
  postId,
  anasComments,
}) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Save what was not sent' }).click();
  await page.getByText('Nothing was found that was not sent, and no draft.').waitFor();

  const other = await newTab();
  await other.goto(`/posts/${postId}`);
  await comment(other, 'Sent before');
  await accepted(other);
  await cutSync(other);
  await comment(other, 'Not sent yet');
  await field(other).fill('Half a thought');
  await draftStored(other, 'Half a thought');

  expect(await saved(page)).toContain('Half a thought');
  await field(other).evaluate((element) => element.setAttribute('data-kept', ''));
  await clear(page, 'Kept: one thing that was not sent and one draft.');
  await page.getByRole('heading', { name: 'On this device' }).waitFor();
  // The other tab has the new store, into which nothing can be fetched. What is open there stays, and is written in.
  await expect.poll(() => shown(other, 'Sent before').count()).toBe(0);
  for (let asked = 0; asked < 3; asked += 1)
    await other.context().waitForEvent('requestfailed', (request) => /api\/sync/.test(request.url()));
  await field(other).fill('Half a thought, and more');
  await shown(other, 'Not sent yet').waitFor();
  await healSync(other);
  await until(async () => (await anasComments())['Not sent yet'] === 1, 30_000);
  await shown(other, 'Sent before').waitFor();
  expect(await field(other).getAttribute('data-kept')).toBe('');
  // What was stored before may be offered beside it; what was typed stands in the field.
  expect(await field(other).inputValue()).toBe('Half a thought, and more');
  await other.getByRole('button', { name: 'Send' }).click();
  await until(async () => (await anasComments())['Half a thought, and more'] === 1, 30_000);
  await page.goto(`/posts/${postId}`);
  await shown(page, 'Half a thought, and more').waitFor();
  expect(await anasComments()).toEqual({ 'Sent before': 1, 'Not sent yet': 1, 'Half a thought, and more': 1 });
});

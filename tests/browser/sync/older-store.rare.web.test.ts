/**
 * A device whose store was written by an older version of the app, with the page of this version: nothing is lost, and nothing is fetched
 * again.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { checkpointId, olderChannelName, olderLeaderLockName } from '../../../workers/device/sync-status.ts';
import { builtServerTest } from '../../support/fixtures/browser.ts';
import { PAGE_WITHOUT_APP } from '../../support/fixtures/faulty-circle.ts';
import { buildClient, putClient } from '../../support/newer-version.ts';
import { card, cutSync, healSync, inSync, upToDate } from '../../support/on-screen.ts';
import { field, newPost } from '../../support/post-form.ts';
import { setUp } from '../../support/set-up-time.ts';
import { type StoredDatabase, writeDatabases } from '../../support/stored-databases.ts';
import { STORE, storedRows } from '../../support/stored-rows.ts';
import { until } from '../../support/until.ts';

const KEPT = join(import.meta.dirname, '../../support/stores/version-1.json');

const test = builtServerTest
  .extend('serviceWorkers', () => 'block' as const)
  /** Ana's group with Ben */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
    await circle.befriend(ana, ben);
    return { ana, ben, group: await circle.group(ana, ben) };
  })
  /** The store left by the version that had a database for each collection, as if it were Ana's. */
  .extend('kept', async ({ people }) => {
    const { member } = JSON.parse(await readFile(KEPT, 'utf8')) as { readonly member: string };
    return (JSON.parse((await readFile(KEPT, 'utf8')).replaceAll(member, people.ana.id)) as { databases: StoredDatabase[] }).databases;
  })
  /** Ana's browser with that store, on a page that is not the app. No sync request is answered. */
  .extend('device', async ({ open, people, kept }) => {
    const device = await open(people.ana, { at: PAGE_WITHOUT_APP });
    await cutSync(device.page);
    await device.page.evaluate(writeDatabases, kept);
    return device;
  })
  /** the count of Ana's posts on the server with this text */
  .extend('onServer', ({ server, people }) => async (content: string) => {
    const posts = await server.sql`select from posts where author_id = ${people.ana.id} and content = ${content}`;
    return posts.length;
  });

const databases = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []));
const pendingCard = (page: Page, text: string) => page.locator('article[data-pending=true]').filter({ hasText: text });
const isOlder = (name: string) => /--[01]--/.test(name);

test('from the version with a database for each collection: everything is there without a network, pending writes are sent, and the old store is deleted', async ({
  device: { page },
  kept,
  people: { ana },
  onServer: countOnServer,
}) => {
  await page.goto('/posts');
  await card(page, 'Soup at seven').waitFor();
  for (const text of ['Waits', 'Sent, and changed']) await pendingCard(page, text).waitFor();
  expect(await card(page, 'To be deleted').count()).toBe(0);
  await until(async () => !(await databases(page)).some(isOlder));
  const rowsOf = (part: string) =>
    kept.flatMap(({ name, tables }) =>
      name.endsWith(`--${part}`) ? tables.flatMap((table) => (table.name === 'docs' ? table.rows : [])) : [],
    );
  expect((await storedRows(page, 'posts')).map(({ id }) => id).sort()).toEqual(
    (rowsOf('posts') as { id: string }[]).map(({ id }) => id).sort(),
  );
  const documents = await storedRows(page, 'plugin-local-documents-');
  expect(documents.map(({ id }) => id)).toEqual(expect.arrayContaining([checkpointId('posts'), 'draft-post-new', 'outbox']));

  await newPost(page);
  await expect.poll(() => field(page).inputValue()).toBe('Half a post');
  await healSync(page);
  await until(async () => (await countOnServer('Waits')) === 1, 30_000);
  expect((await databases(page)).filter((name) => name.includes(ana.id)).some((name) => name.endsWith(STORE))).toBe(true);
});

test('with a window of the older version open: its store stays until it is closed, its writes are then sent, and signing out reaches both', async ({
  device: { page, newTab },
  people: { ana },
  onServer: countOnServer,
}) => {
  // The lock of its worker is all that others see of such a window.
  const before = await newTab();
  await before.goto(PAGE_WITHOUT_APP);
  await before.evaluate(
    (lock) =>
      new Promise<void>((held) => {
        void navigator.locks.request(lock, () => {
          held();
          return new Promise(() => {});
        });
      }),
    olderLeaderLockName(ana.id),
  );
  await page.goto('/posts');
  await pendingCard(page, 'Waits').waitFor();
  expect((await databases(page)).filter(isOlder).length).toBeGreaterThan(20);
  await before.evaluate(async (id) => {
    const opening = indexedDB.open(`rxdb-dexie-kith-${id}--0--posts`);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const docs = opening.result.transaction('docs', 'readwrite').objectStore('docs');
    const [row] = await new Promise<Record<string, unknown>[]>((resolve) => {
      const reading = docs.index('[_deleted+unsent+id]').getAll(IDBKeyRange.bound(['0', 1], ['0', 2]));
      reading.onsuccess = () => resolve(reading.result);
    });
    const id_ = crypto.randomUUID();
    docs.put({
      ...row,
      id: id_,
      content: 'Of the window before',
      write_id: `ffffffff-0000-7000-8000-${id_.slice(-12)}`,
      assumed: [],
      scope: 0,
    });
    await new Promise((resolve) => {
      docs.transaction.oncomplete = resolve;
    });
    opening.result.close();
  }, ana.id);
  await page.reload();
  await pendingCard(page, 'Waits').waitFor();
  expect(await card(page, 'Of the window before').count()).toBe(0);
  await before.close();
  await page.goto('/posts');
  await pendingCard(page, 'Of the window before').waitFor();
  await until(async () => !(await databases(page)).some(isOlder));
  await healSync(page);
  await until(async () => (await countOnServer('Of the window before')) === 1, 30_000);
  expect(await countOnServer('Waits')).toBe(1);

  const listening = await newTab();
  await listening.goto(PAGE_WITHOUT_APP);
  await listening.evaluate((name) => {
    const heard: unknown[] = [];
    new BroadcastChannel(name).onmessage = ({ data }) => heard.push(data.type);
    Object.assign(globalThis, { heard });
  }, olderChannelName(ana.id));
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  // There is a draft, and a refused write.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/auth');
  await expect.poll(() => listening.evaluate(() => (globalThis as { heard?: unknown[] }).heard)).toContain('close');
  await until(async () => (await databases(page)).length === 0);
});

test('from the last version: rows are migrated without a network, pending writes are sent, and an open window of that version is informed', async ({
  app,
  open,
  circle,
  people: { ana, ben, group },
}) => {
  const next = await setUp('server', () =>
    buildClient('next', [
      ['workers/device/collection-schemas.ts', 'LOCAL_SCHEMA_VERSION = 2;', 'LOCAL_SCHEMA_VERSION = 3;'],
      ['src/data/bare-database.ts', 'KNOWN_SCHEMA_VERSION = 2;', 'KNOWN_SCHEMA_VERSION = 3;'],
      [
        'workers/device/migrations.ts',
        '  1: { groups:',
        '  3: { groups: (row) => ({ ...row, description: "Brought forward" }) },\n  1: { groups:',
      ],
    ]),
  );
  const { page, newTab } = await open(ana, { at: `/groups/${group}/settings` });
  await upToDate(page);
  await cutSync(page);
  await page.getByLabel('Group Name *').fill('Monday walks');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('heading', { name: 'Monday walks', level: 1 }).waitFor();
  await inSync(page, 'offline').waitFor();
  const before = await newTab();
  await before.goto('/groups');
  await before.getByRole('link', { name: 'Monday walks' }).waitFor();

  await putClient(app, next);
  await app.restart();
  const epochs: unknown[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/sync/pull')) epochs.push(request.postDataJSON().epoch);
  });
  await page.goto('/groups');
  await page.getByRole('link', { name: 'Monday walks' }).waitFor();
  expect((await storedRows(page, 'groups')).map((row) => (row as { description?: unknown }).description)).toEqual(['Brought forward']);
  await before.getByText('Kith was updated in another window.').waitFor();
  await before.getByRole('button', { name: 'Reload' }).click();
  await before.getByRole('link', { name: 'Monday walks' }).waitFor();

  await healSync(page);
  await upToDate(page);
  await expect.poll(async () => (await circle.visibleRow(ben, 'groups', group))?.name).toBe('Monday walks');
  // It goes on from where it was: a device that had lost something would send no epoch.
  expect(epochs.length).toBeGreaterThan(0);
  expect(new Set(epochs)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]));
  await page.goto(`/groups/${group}`);
  await page.getByRole('heading', { name: 'Monday walks', level: 1 }).waitFor();
});

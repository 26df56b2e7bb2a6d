/**
 * A device whose store was written by another version of the app. Its rows are migrated to the next version, and nothing is lost or fetched
 * again. A version that only added a field rewrites none, and runs beside the version before. A store of another baseline is left as it is,
 * and the page says what to do.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { LOCAL_SCHEMA_VERSION } from '../../../workers/device/collection-schemas.ts';
import { builtServerTest } from '../../support/fixtures/browser.ts';
import { buildClient, type Edit, putClient } from '../../support/newer-version.ts';
import { card, cutSync, healSync, inSync, upToDate } from '../../support/on-screen.ts';
import { newPost, sharePost } from '../../support/post-form.ts';
import { setUp } from '../../support/set-up-time.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { until } from '../../support/until.ts';

const NEXT = LOCAL_SCHEMA_VERSION + 1;
const raised: Edit = ['workers/device/collection-schemas.ts', `VERSION = ${LOCAL_SCHEMA_VERSION};`, `VERSION = ${NEXT};`];

const test = builtServerTest
  .extend('serviceWorkers', () => 'block' as const)
  /** Ana's group with Ben */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
    await circle.befriend(ana, ben);
    return { ana, ben, group: await circle.group(ana, ben) };
  })
  /** Replaces the page that the server serves by a build of these sources with these edits, until the test ends. */
  .extend('serve', async ({ app }, { onCleanup }) => {
    const present = await mkdtemp(join(tmpdir(), 'kith-present-'));
    await cp(app.clientDir, present, { recursive: true });
    const put = async (client: string) => {
      await putClient(app, client);
      await app.restart();
    };
    onCleanup(async () => {
      await put(present);
      await rm(present, { recursive: true });
    });
    return async (edits: readonly Edit[]) => put(await setUp('server', () => buildClient('another', edits)));
  });

test('to the next version: rows are migrated without a network, pending writes are sent, and an open window of this version is informed', async ({
  serve,
  open,
  circle,
  people: { ana, ben, group },
}) => {
  const { page, newTab } = await open(ana, { at: `/groups/${group}/settings` });
  await upToDate(page);
  await cutSync(page);
  await page.getByLabel('Group Name *').fill('Monday walks');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('banner').getByText('Monday walks').waitFor();
  await inSync(page, 'offline').waitFor();
  const before = await newTab();
  await before.goto('/groups');
  await before.getByRole('link', { name: 'Monday walks' }).waitFor();

  await serve([
    raised,
    [
      'workers/device/migrations.ts',
      'changes: RowChanges = {}',
      `changes: RowChanges = { ${NEXT}: { groups: (row) => ({ ...row, description: "Brought forward" }) } }`,
    ],
  ]);
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
  await page.getByRole('banner').getByText('Monday walks').waitFor();
});

test('to a version that only added a field: no row is rewritten, and a window of each version works on the same store', async ({
  serve,
  open,
  circle,
  people: { ana, ben, group },
}) => {
  const { page: before, newTab } = await open(ana, { at: `/groups/${group}/settings` });
  await upToDate(before);
  await serve([
    raised,
    [
      'schemas/groups/group.ts',
      '  facts: { created_at: timestampSchema },',
      "  facts: { created_at: timestampSchema, motto: z._default(z.string(), 'Together') },",
    ],
  ]);
  const mottos = async () => (await storedRows(before, 'groups')).map((row) => (row as { readonly motto?: unknown }).motto);
  const rename = async (window: typeof before, name: string) => {
    await window.getByLabel('Group Name *').fill(name);
    await window.getByRole('button', { name: 'Save Changes' }).click();
    await window.getByRole('banner').getByText(name).waitFor();
  };
  const after = await newTab();
  await after.goto(`/groups/${group}`);
  await upToDate(after);
  expect(await mottos()).toEqual([undefined]);

  await rename(before, 'Tuesday walks');
  await after.getByRole('banner').getByText('Tuesday walks').waitFor();
  expect(await mottos()).toEqual([undefined]);
  await after.goto(`/groups/${group}/settings`);
  await rename(after, 'Wednesday walks');
  await before.getByRole('banner').getByText('Wednesday walks').waitFor();
  expect(await before.getByText('Kith was updated in another window.').count()).toBe(0);
  await expect.poll(async () => (await circle.visibleRow(ben, 'groups', group))?.name).toBe('Wednesday walks');
});

test('from another baseline: the page says what to do, pending writes are saved as a text, and sent once the store is begun anew', async ({
  serve,
  server,
  open,
  people: { ana },
}) => {
  const { page } = await open(ana);
  await upToDate(page);
  await cutSync(page);
  await newPost(page);
  await sharePost(page, 'Written before');
  const rows = await storedRows(page, 'posts');

  await serve([['workers/device/collection-schemas.ts', "group_members: [['group_id']]", "group_members: [['group_id'], ['user_id']]"]]);
  await page.goto('/posts');
  await page
    .getByRole('alert')
    .getByText('Another version of Kith keeps your posts on this device, and this one cannot read them. Try again to get that version.')
    .waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save what was not sent' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Written before');
  expect(await storedRows(page, 'posts')).toEqual(rows);

  const cleared = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Clear and load again' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Kept: one thing that was not sent.').waitFor();
  // A slow answer to the reload: a question that closed in that time would go back in history, which ends the reload.
  await page.route('**/posts', async (route) => void setTimeout(() => void route.continue(), 1000), { times: 1 });
  await question.getByRole('button', { name: 'Clear and load again' }).click();
  await cleared;
  await healSync(page);
  await card(page, 'Written before').waitFor();
  await upToDate(page);
  await until(async () => (await server.sql`select from posts where content = 'Written before'`).length === 1);
});

/** A device whose store an older version of the app has written, with the page of this one: nothing is lost, and nothing fetched anew. */
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { builtServerTest } from '../../support/fixtures/browser.ts';
import { buildClient, putClient } from '../../support/newer-version.ts';
import { cutSync, healSync, inSync, upToDate } from '../../support/on-screen.ts';
import { setUp } from '../../support/set-up-time.ts';

const test = builtServerTest
  .extend('serviceWorkers', () => 'block' as const)
  /** Ana's group with Ben */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
    await circle.befriend(ana, ben);
    return { ana, ben, group: await circle.group(ana, ben) };
  })
  /** The server has the page of the version that knew of no emoji; `update` puts the present one in its place. */
  .extend('update', async ({ app }) => {
    const present = await mkdtemp(join(tmpdir(), 'kith-present-'));
    await cp(app.clientDir, present, { recursive: true });
    const older = await setUp('server', () =>
      buildClient('older', [
        ['schemas/groups/group.ts', '  emoji: groupEmojiSchema,\n', ''],
        ['schemas/local/collection-schemas.ts', 'LOCAL_SCHEMA_VERSION = 1;', 'LOCAL_SCHEMA_VERSION = 0;'],
        ['schemas/local/collection-schemas.ts', '{ groups: 1 }', '{}'],
        ['src/data/bare-database.ts', 'KNOWN_SCHEMA_VERSION = 1;', 'KNOWN_SCHEMA_VERSION = 0;'],
      ]),
    );
    await putClient(app, older);
    await app.restart();
    return async () => {
      await putClient(app, present);
      await app.restart();
    };
  });

test('its groups stand there without a network, what waits is sent, an open window of before is told, and no row comes twice', async ({
  update,
  open,
  circle,
  people: { ana, ben, group },
}) => {
  const { page, newTab } = await open(ana, { at: `/groups/${group}/settings` });
  await upToDate(page);
  const versions = () =>
    page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => /--(\d+)--groups$/.exec(name ?? '')?.[1] ?? []));
  expect(await versions()).toEqual(['0']);
  await cutSync(page);
  await page.getByLabel('Group Name *').fill('Monday walks');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('heading', { name: 'Monday walks', level: 1 }).waitFor();
  await inSync(page, 'offline').waitFor();
  const before = await newTab();
  await before.goto('/groups');
  await before.getByRole('link', { name: 'Monday walks' }).waitFor();

  await update();
  const epochs: unknown[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/sync/pull')) epochs.push(request.postDataJSON().epoch);
  });
  await page.goto('/groups');
  await page.getByRole('link', { name: 'Monday walks' }).waitFor();
  expect((await versions()).sort()).toEqual(['0', '1']);
  await before.getByText('Kith was updated in another window.').waitFor();
  await before.getByRole('button', { name: 'Reload' }).click();
  await before.getByRole('link', { name: 'Monday walks' }).waitFor();

  await healSync(page);
  await upToDate(page);
  await expect.poll(async () => (await circle.held(ben, 'groups', group))?.name).toBe('Monday walks');
  // It goes on from where it was: a device that had lost something would say so.
  expect(epochs.length).toBeGreaterThan(0);
  expect(new Set(epochs)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]));
  await page.goto(`/groups/${group}`);
  await page.getByRole('heading', { name: 'Monday walks', level: 1 }).waitFor();
});

/**
 * The API pages: for visitors, at every width and in both colour schemes, without a script. On a device with the app they also work
 * offline. `sync-server/docs/document.test.ts` reads what is in them.
 */
import { expect } from 'vitest';
import { docsPaths } from '../../../sync-server/http/document-paths.ts';
import { misfits, violations } from '../../support/barriers.ts';
import { DESKTOP, PHONE, waitForOfflineApp } from '../../support/browser.ts';
import { offlineTest as test } from '../../support/fixtures/browser.ts';

const NARROW = { width: 320, height: 640 } as const;
const titles = {
  reference: 'The API of Kith',
  'first-steps': 'First steps',
  realtime: 'Realtime',
  protocol: 'The sync protocol',
} as const;
const pages = Object.entries(titles).map(([name, title]) => [docsPaths[name as keyof typeof titles], title] as const);

test('a visitor reads the pages at every width', async ({ open }) => {
  const { page, complaints } = await open();
  for (const [path, title] of pages) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect.soft(await misfits(page, path, [NARROW, PHONE, DESKTOP])).toEqual([]);
  }
  expect(complaints).toEqual([]);
});

test('colours and structure have no barriers', async ({ open }) => {
  // One renderer makes all pages. This one has tables, code and examples, and axe takes minutes for the reference.
  const { page } = await open(undefined, { at: docsPaths.realtime });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
  }
});

test('a member with the app reads them again without a network', async ({ open, circle }) => {
  const { page, context } = await open(await circle.signUp('Ana'));
  await waitForOfflineApp(page);
  for (const [path] of pages) await page.goto(path);
  await page.goto('/api/openapi.json');

  await context.setOffline(true);
  for (const [path, title] of pages) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  const document = await page.goto('/api/openapi.json');
  expect(await document?.json()).toMatchObject({ openapi: '3.1.1', paths: { '/api/posts': {} } });
});

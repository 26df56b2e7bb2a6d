/**
 * The API pages: for visitors, at every width and in both colour schemes, without a script. On a device with the app they also work
 * offline.
 */
import { expect } from 'vitest';
import { misfits, violations } from '../../support/barriers.ts';
import { DESKTOP, PHONE, waitForOfflineApp } from '../../support/browser.ts';
import { offlineTest as test } from '../../support/fixtures/browser.ts';

const pages = [
  ['/api/docs', 'The API of Kith', ['header', '#createPost', '#schema-Post']],
  ['/api/docs/protocol', 'The sync protocol of Kith', ['header', '#pull-request', '#stream']],
] as const;
const NARROW = { width: 320, height: 640 } as const;

test('a visitor reads the API pages', async ({ open }) => {
  const { page, complaints } = await open();
  for (const [path, title, parts] of pages) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.locator('script').count()).toBe(0);
    // Every operation is built alike, so a few are checked: axe takes minutes for all of them.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const part of parts) expect.soft([part, colorScheme, await violations(page, undefined, part)]).toEqual([part, colorScheme, []]);
    }
    expect.soft(await misfits(page, path, [NARROW, PHONE, DESKTOP])).toEqual([]);
  }
  await page.goto('/api/docs');
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Write a post' }).click();
  expect(new URL(page.url()).hash).toBe('#createPost');
  const article = page.locator('#createPost');
  await article.getByText('Example of a body').click();
  await article.getByText('"visibility_type": "friends"').first().waitFor();
  expect(complaints).toEqual([]);
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

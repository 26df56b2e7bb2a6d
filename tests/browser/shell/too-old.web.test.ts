/** A device with an older version of the app, and a server that understands it no more: Reload comes to the newer one. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { builtServerTest } from '../../support/fixtures/browser.ts';
import type { Member } from '../../support/fixtures/server.ts';
import { newerVersionFor } from '../../support/newer-version.ts';
import { card, sharePost, upToDate } from '../../support/on-screen.ts';
import { setUp } from '../../support/set-up-time.ts';

const test = builtServerTest
  /** With a friend: without one the feed offers nothing to write. */
  .extend('ana', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
    await circle.befriend(ana, ben);
    return ana;
  })
  .extend('newer', async ({ app }, { onCleanup }) => {
    const newer = await setUp('server', () => newerVersionFor(app));
    onCleanup(() => newer.takeBack());
    return newer;
  });

const versionOf = (page: Page) =>
  page.evaluate(() => document.querySelector('meta[name=test-version]')?.getAttribute('content') ?? 'older').catch(() => 'on its way');
const comesToNext = (page: Page) => expect.poll(() => versionOf(page), { timeout: 60_000 }).toBe('next');
const tooOld = (page: Page) => page.getByRole('status').filter({ hasText: 'what you wrote is sent once you reload' });
/** Within the page: to load it anew would make the browser look for a newer version by itself. */
const beginPost = (page: Page) => page.getByRole('link', { name: /^(New post|Create your first post)$/ }).click();
const reload = (page: Page) => tooOld(page).getByRole('button', { name: 'Reload' }).click();
const postField = (page: Page) => page.getByLabel('What would you like to share?');

async function postsOf({ client }: Member): Promise<readonly string[]> {
  const { body } = await client.get('/api/posts');
  return body.data.items.map(({ content }: { content: string }) => content);
}

test('Reload fetches the newer version and comes to it, in all tabs; what waits is sent, what is typed stays', async ({
  open,
  newer,
  ana,
}) => {
  const { page, newTab } = await open(ana);
  await upToDate(page);
  await waitForOfflineApp(page);
  const second = await newTab();
  await second.goto('/friends');
  await newer.install();
  for (const tab of [page, second]) await tooOld(tab).waitFor();
  await beginPost(page);
  await sharePost(page, 'Written with the older version');
  expect(await postsOf(ana)).toEqual([]);
  await beginPost(page);
  await postField(page).fill('Half a thought');
  expect(await versionOf(page)).toBe('older');
  await reload(page);
  for (const tab of [page, second]) await comesToNext(tab);
  await expect.poll(() => postField(page).inputValue()).toBe('Half a thought');
  await expect.poll(() => postsOf(ana)).toEqual(['Written with the older version']);
  await second.goto('/posts');
  await card(second, 'Written with the older version').waitFor();
  expect(await tooOld(second).count()).toBe(0);
});

test('a newer version that the device cannot keep is come to all the same', async ({ open, newer, ana }) => {
  const { page } = await open(ana);
  await upToDate(page);
  await waitForOfflineApp(page);
  await newer.installIncomplete();
  await tooOld(page).waitFor();
  await beginPost(page);
  await postField(page).fill('Half a thought');
  expect(await versionOf(page)).toBe('older');
  await reload(page);
  await comesToNext(page);
  await expect.poll(() => postField(page).inputValue()).toBe('Half a thought');
  await upToDate(page);
});

/**
 * A device with an older version of the app, and a server that no longer understands it. Reload leads to the newer version, or says what
 * prevents it.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { keptAfterSignOut } from '../../../src/data/session/kept-after-sign-out.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { limitDiskSpace } from '../../support/disk-space.ts';
import { builtServerTest } from '../../support/fixtures/browser.ts';
import type { Member } from '../../support/fixtures/server.ts';
import { FILE_OF_NEXT, newerVersionFor } from '../../support/newer-version.ts';
import { card, frames, upToDate } from '../../support/on-screen.ts';
import { newPost, sharePost } from '../../support/post-form.ts';
import { setUp } from '../../support/set-up-time.ts';

const test = builtServerTest
  /** Ana has a friend: without one the feed offers nothing to write. */
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
async function reachesNext(page: Page): Promise<void> {
  await expect
    .poll(() => versionOf(page))
    .toBe('next')
    .catch(async (error: Error) => {
      throw new Error(`${error.message}, and the page says: ${(await page.getByRole('status').allInnerTexts()).join(' | ')}`);
    });
}
/** The version banner with these words. */
const banner = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });
const tooOld = (page: Page) => banner(page, 'what you wrote is sent once you reload');
const offer = (page: Page) => page.locator('[data-toast]').filter({ hasText: 'New version' });
const reload = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Reload' });
const postField = (page: Page) => page.getByLabel('What would you like to share?');
const typed = (page: Page) =>
  expect.poll(() =>
    postField(page)
      .inputValue()
      .catch(() => 'on its way'),
  );

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
const hasWorker = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

/** Checks on the feed that everything is up to date: the form for a post has no place for that status. */
async function isUpToDate(page: Page): Promise<void> {
  await page.goto('/posts');
  await upToDate(page);
  expect(
    await page
      .getByRole('status')
      .filter({ hasText: /version/i })
      .count(),
  ).toBe(0);
}

async function postsOf({ client }: Member): Promise<readonly string[]> {
  const { body } = await client.get('/api/posts');
  return body.data.items.map(({ content }: { content: string }) => content);
}

test('Reload leads to the newer version in all tabs; pending writes are sent, typed text stays; the offer shows in one place', async ({
  open,
  newer,
  ana,
}) => {
  const { page, newTab } = await open(ana);
  await upToDate(page);
  await waitForOfflineApp(page);
  const second = await newTab();
  await second.goto('/groups/create');
  const groupName = second.getByLabel('Group name');
  await groupName.waitFor();
  await newer.offer();
  await lookForUpdate(page);
  for (const tab of [page, second]) await offer(tab).waitFor();
  // From now on the server requires it. The banner says so, and the toast closes: it would cover what is below it.
  await newer.install();
  for (const tab of [page, second]) {
    await tooOld(tab).waitFor();
    await offer(tab).waitFor({ state: 'detached' });
  }
  // That does not count as closing the offer.
  expect(await page.evaluate((key) => localStorage.getItem(key), keptAfterSignOut.updateDismissed)).toBe(null);
  await newPost(page);
  await sharePost(page, 'Written with the older version');
  expect(await postsOf(ana)).toEqual([]);
  await newPost(page);
  await postField(page).fill('Half a thought');
  await groupName.fill('Half a name');
  expect(await versionOf(page)).toBe('older');
  await reload(page).dblclick();
  for (const tab of [page, second]) await reachesNext(tab);
  await typed(page).toBe('Half a thought');
  await expect.poll(() => groupName.inputValue().catch(() => 'on its way')).toBe('Half a name');
  await expect.poll(() => postsOf(ana)).toEqual(['Written with the older version']);
  await second.goto('/posts');
  await card(second, 'Written with the older version').waitFor();
  await isUpToDate(second);
});

test('Reload waits for a version that is still loading; if the network goes while it waits it says so, and can be tried again', async ({
  open,
  newer,
  ana,
  faultProxy: network,
}) => {
  const { page } = await open(ana, { url: network.url });
  await upToDate(page);
  await waitForOfflineApp(page);
  const fileOfNext = new RegExp(FILE_OF_NEXT);
  const release = network.hold(fileOfNext);
  await newer.install();
  await tooOld(page).waitFor();
  await newPost(page);
  await postField(page).fill('Half a thought');
  await lookForUpdate(page);
  await expect.poll(() => network.openRequests(fileOfNext)).toBe(1);
  await reload(page).click();
  const comes = page.getByRole('status').getByRole('button', { name: 'Loading...' });
  await comes.waitFor();
  // A second press changes nothing.
  await comes.click();
  await frames(page, 5);
  expect(await comes.getAttribute('aria-busy')).toBe('true');
  expect(await versionOf(page)).toBe('older');
  network.cut();
  await banner(page, 'New version – it could not be loaded. Please check your connection.').waitFor();
  // The server still requires another version, so a banner about the lost connection would not be the whole truth.
  expect(await page.getByText('Connection lost').count()).toBe(0);
  expect(await versionOf(page)).toBe('older');
  network.heal();
  await reload(page).click();
  await expect.poll(() => network.openRequests(fileOfNext)).toBe(1);
  expect(await versionOf(page)).toBe('older');
  release();
  await reachesNext(page);
  await typed(page).toBe('Half a thought');
  await expect.poll(() => hasWorker(page)).toBe(true);
  await isUpToDate(page);
});

test('a newer version that the device cannot store: the page says so, and the second attempt loads it anyway', async ({
  open,
  newer,
  ana,
}) => {
  const { page } = await open(ana);
  await upToDate(page);
  await waitForOfflineApp(page);
  await newer.installIncomplete();
  await tooOld(page).waitFor();
  await newPost(page);
  await postField(page).fill('Half a thought');
  await reload(page).click();
  await banner(page, 'New version – not all of it could be loaded. Please try again.').waitFor();
  expect(await versionOf(page)).toBe('older');
  expect(await hasWorker(page)).toBe(true);
  await reload(page).click();
  await reachesNext(page);
  await typed(page).toBe('Half a thought');
  await isUpToDate(page);
});

test('a tab with text that finds no disk space stays until the text is stored, and then moves to the newer version', async ({
  open,
  newer,
  app,
  ana,
}) => {
  const { page, newTab } = await open(ana, { at: '/theme.js' });
  const space = await limitDiskSpace(page, app.url);
  await page.goto('/posts');
  await upToDate(page);
  await waitForOfflineApp(page);
  const second = await newTab();
  await second.goto('/groups/create');
  const groupName = second.getByLabel('Group name');
  await groupName.waitFor();
  await newer.offer();
  await lookForUpdate(page);
  await offer(page).waitFor();
  await space.takeAway();
  await groupName.fill('Half a name');
  await second.getByText('No room left on this device').waitFor();
  await newer.install();
  await tooOld(page).waitFor();
  await reload(page).click();
  await reachesNext(page);
  await second.getByText('What you typed could not be kept on this device.').waitFor();
  expect(await versionOf(second)).toBe('older');
  expect(await groupName.inputValue()).toBe('Half a name');
  await space.giveBack();
  await reachesNext(second);
  await expect.poll(() => groupName.inputValue().catch(() => 'on its way')).toBe('Half a name');
});

test('a server that requires a version it does not have is not asked again and again: the page says so, until the server has one', async ({
  open,
  newer,
  ana,
}) => {
  const { page } = await open(ana);
  await upToDate(page);
  await waitForOfflineApp(page);
  await newer.askInVain();
  await tooOld(page).waitFor();
  await newPost(page);
  await postField(page).fill('Half a thought');
  let loaded = 0;
  page.on('load', () => {
    loaded += 1;
  });
  for (const times of [1, 2]) {
    await reload(page).click();
    await expect.poll(() => loaded).toBe(times);
    await banner(
      page,
      'No newer version yet – the server asks for one that it does not have. What you wrote stays on this device.',
    ).waitFor();
    await typed(page).toBe('Half a thought');
  }
  await frames(page, 20);
  expect(loaded).toBe(2);
  await newer.install();
  await reload(page).click();
  await reachesNext(page);
  await typed(page).toBe('Half a thought');
  await isUpToDate(page);
});

test('a server that is being replaced gives the worker of the next version and the page of this one: neither is taken, until both are', async ({
  open,
  newer,
  ana,
}) => {
  const { page } = await open(ana);
  await upToDate(page);
  await waitForOfflineApp(page);
  const fetchNext = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      const next = registration?.installing;
      if (!next) return registration?.waiting?.state;
      return new Promise((resolve) => {
        next.onstatechange = () => resolve(next.state);
      });
    });
  await newer.offerInPart();
  expect(await fetchNext()).toBe('redundant');
  await page.reload();
  await upToDate(page);
  expect(await versionOf(page)).toBe('older');
  await newer.offer();
  expect(await fetchNext()).toBe('installed');
});

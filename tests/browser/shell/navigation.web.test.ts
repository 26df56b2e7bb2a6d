/** Moving between pages: the focus, the bell and its way back. Going back leads to the previous page, as it was left. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { syncChannelName } from '../../../workers/device/sync-status.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { card, hasFocus, upToDate } from '../../support/on-screen.ts';

/** Enough posts to scroll, in the feed and in the notifications. */
const POSTS = 12;
const SHORT = { width: 390, height: 500 } as const;

const test = browserTest
  /** Ana, who wrote a post, and her friend Ben, who wrote many. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
    await circle.befriend(ana, ben);
    const ownPost = await circle.post(ana, { content: 'From Ana' });
    for (let number = 1; number <= POSTS; number += 1) await circle.post(ben, { content: `Letter ${number}` });
    return { ana, ben, ownPost };
  });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
/** The index of the page in the history of this tab. */
const index = (page: Page) => page.evaluate(() => (window.history.state as { idx?: number }).idx);

test('each new page focuses its heading, and what the last one added to the bars ends with it; Back uses the history if the member came from its target, also after a reload, and else goes to that target', async ({
  open,
  people,
}) => {
  const { page } = await open(people.ana);
  await upToDate(page);
  const bar = page.getByRole('banner');
  const back = bar.getByRole('button', { name: 'Back' });
  for (const name of ['Friends', 'Groups', 'Settings', 'Posts']) {
    if (name === 'Posts') await back.click();
    else await tabs(page).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await hasFocus(heading(page));
    await expect.poll(() => bar.getByRole('button', { name: 'Invite' }).count()).toBe(name === 'Friends' ? 1 : 0);
  }

  await page.goto('/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  for (const name of ['Privacy Policy', 'Contact']) {
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await index(page)).toBe(1);
    await page.reload();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await back.click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(await index(page)).toBe(0);
  }
  // From one of these pages to another: both lead back to the settings.
  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Security Guide' }).click();
  await page.getByRole('heading', { level: 1, name: 'Security Guide' }).waitFor();
  await back.click();
  await page.waitForURL('**/settings');
  // Opened from outside the app.
  await page.goto(`/posts/${people.ownPost}`);
  await back.click();
  await page.waitForURL('**/posts');
  const visits = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('navigationHistory') ?? 'null').visits);
  await expect.poll(async () => (await visits()).at(-1)).toMatchObject({ path: '/posts', at: expect.any(Number) });
  expect((await visits()).length).toBeLessThanOrEqual(50);
});

test('returning to a page restores its scroll position, by Back and after a reload; pressing the open tab goes to its top, adds nothing to the history, and fetches what is new', async ({
  open,
  people,
}) => {
  const { page } = await open(people.ana, { viewport: SHORT });
  await upToDate(page);
  await page.getByRole('link', { name: /^Notifications/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Letter 3' });
  await row.waitFor();
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect.poll(() => scrollY(page)).toBeGreaterThan(150);
  const scrollBefore = await scrollY(page);
  await row.getByRole('link').click();
  await page.waitForURL('**/posts/*');
  await expect.poll(() => scrollY(page)).toBe(0);
  await page.goBack();
  await row.waitFor();
  await expect.poll(() => scrollY(page)).toBe(scrollBefore);
  await page.reload();
  await row.waitFor();
  await expect.poll(() => scrollY(page)).toBe(scrollBefore);
  await tabs(page).getByRole('link', { name: 'Friends' }).click();
  await page.getByRole('heading', { level: 1, name: 'Friends' }).waitFor();
  expect(await scrollY(page)).toBe(0);
  await page.goto('/notifications');
  await row.waitFor();
  expect(await scrollY(page)).toBe(0);

  await page.goto('/posts');
  await card(page, 'Letter 12').waitFor();
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect.poll(() => scrollY(page)).toBe(600);
  await page.evaluate((name) => {
    const received: string[] = [];
    (window as unknown as { received: string[] }).received = received;
    new BroadcastChannel(name).onmessage = ({ data }) => received.push(data.type);
  }, syncChannelName(people.ana.id));
  const length = await page.evaluate(() => history.length);
  await tabs(page).getByRole('link', { name: 'Posts' }).click();
  await expect.poll(() => scrollY(page)).toBe(0);
  await expect.poll(() => page.evaluate(() => (window as unknown as { received: string[] }).received)).toContain('wake');
  expect(await page.evaluate(() => history.length)).toBe(length);
  expect(new URL(page.url()).pathname).toBe('/posts');
});

test('the bell counts, leads to the notifications, and remembers path and search; Escape goes back to them', async ({
  open,
  people,
  circle,
}) => {
  const { page, complaints } = await open(people.ana, { at: '/friends?source=shortcut' });
  await upToDate(page);
  await circle.post(people.ben, { content: 'Soup at seven' });
  await page.getByRole('link', { name: /^Notifications, \d+ unread$/ }).click();
  await page.waitForURL('**/notifications');
  expect(await page.evaluate(() => Object.values(sessionStorage))).toContain('/friends?source=shortcut');
  const row = page.getByRole('listitem').filter({ hasText: 'Soup at seven' });
  await row.getByText('Unread:').waitFor({ state: 'attached' });
  expect(await page.getByRole('link', { name: /^Notifications/ }).count()).toBe(0);
  // The address changes before its page shows, and the page shows before it listens to keys. It listens once it has its title.
  await expect.poll(() => page.title()).toContain('Notifications');
  await page.keyboard.press('Escape');
  await page.waitForURL('**/friends?source=shortcut');
  expect(await index(page)).toBe(0);
  await page.goForward();
  await row.getByRole('link').click();
  await page.waitForURL('**/posts/*');
  await page.getByText('Soup at seven').waitFor();
  const notification = async () => {
    const { items } = (await people.ana.client.get('/api/notifications')).body.data;
    return items.find((item: { related_post: { content: string } | null }) => item.related_post?.content === 'Soup at seven');
  };
  await expect.poll(async () => (await notification()).is_read).toBe(true);
  await page.goto('/notifications');
  await row.waitFor();
  await expect.poll(() => row.getByText('Unread:').count()).toBe(0);
  expect(complaints).toEqual([]);
});

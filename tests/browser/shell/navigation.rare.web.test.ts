/** Scroll positions, and the way back from the notifications. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { syncChannelName } from '../../../workers/device/sync-status.ts';
import { card, upToDate } from '../../support/on-screen.ts';
import { index, tabs, test } from './navigation-stage.ts';

const SHORT = { width: 390, height: 500 } as const;
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('returning to a page restores its scroll position, by Back and after a reload; pressing the open tab goes to its top, adds nothing to the history, and fetches what is new', async ({
  open,
  people,
  circle,
}) => {
  for (let number = 1; number <= 12; number += 1)
    await circle.react(people.ben, 'post', await circle.post(people.ana, { content: `Note ${number},` }));
  const { page } = await open(people.ana, { viewport: SHORT });
  await upToDate(page);
  await page.getByRole('link', { name: /^Notifications/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Note 3,' });
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
  await expect.poll(() => scrollY(page)).toBe(0);
  await page.goto('/notifications');
  await row.waitFor();
  await expect.poll(() => scrollY(page)).toBe(0);

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
  await circle.comment(people.ben, people.ownPost, 'Soup at seven');
  await page.getByRole('link', { name: /^Notifications, \d+ unread$/ }).click();
  await page.waitForURL('**/notifications');
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage))).toContain('/friends?source=shortcut');
  const row = page.getByRole('listitem').filter({ hasText: 'Soup at seven' });
  await row.getByText('Unread:').waitFor({ state: 'attached' });
  await expect.poll(() => page.getByRole('link', { name: /^Notifications/ }).count()).toBe(0);
  // The address changes before its page shows, and the page shows before it listens to keys. It listens once it has its title.
  await expect.poll(() => page.title()).toContain('Notifications');
  await page.keyboard.press('Escape');
  await page.waitForURL('**/friends?source=shortcut');
  await expect.poll(() => index(page)).toBe(0);
  await page.goForward();
  await row.getByRole('link').click();
  await page.waitForURL('**/posts/*');
  await page.getByText('Soup at seven').waitFor();
  const notification = async () => {
    const { items } = (await people.ana.client.get('/api/notifications')).body.data;
    return items.find((item: { notification_type: string }) => item.notification_type === 'post_commented');
  };
  await expect.poll(async () => (await notification()).is_read).toBe(true);
  await page.goto('/notifications');
  await row.waitFor();
  await expect.poll(() => row.getByText('Unread:').count()).toBe(0);
  expect(complaints).toEqual([]);
});

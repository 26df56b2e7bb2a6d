/** What happened to one thing is one row of the list: it is counted, opened, read and deleted as a whole, also without a network. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP, PHONE, waitForOfflineApp } from '../../support/browser.ts';
import {
  choose,
  openList,
  pathOf,
  row,
  serverHasUnread,
  showsUnread,
  showsUnreadEverywhere,
} from '../../support/fixtures/notifications.ts';
import { rows, swipe, test as together, words } from './together-stage.ts';

const test = together.extend('priya', async ({ circle, stranger, people: { ana } }) => {
  const priya = await stranger('Priya Raman');
  await circle.befriend(ana, priya);
  await ana.client.put('/api/notifications/read-all');
  return priya;
});
const offlineTest = test.extend('serviceWorkers', (): 'allow' | 'block' => 'allow');

/** Closes the message with Undo, which ends the time for it. */
async function letGo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.mouse.move(0, 0);
}

test.for([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)(
  'on a %s 25 comments under a post are one row, which opens the first unread one and reads and deletes all',
  async ([, viewport], { openDevice, people: { ana, ben }, priya, post, circle }) => {
    const first = await circle.comment(ben, post, 'Comment 1');
    for (let nth = 2; nth <= 25; nth += 1) await circle.comment(nth === 25 ? priya : ben, post, `Comment ${nth}`);
    const page = await openDevice({ viewport, hasTouch: viewport === PHONE });
    await openList(page);
    await words(page, 'Priya Raman and Ben Okri · 25 comments under Soup at seven, bring a bowl').waitFor();
    await expect.poll(() => rows(page).filter({ hasText: 'Soup at seven' }).count()).toBe(1);
    await row(page, '25 comments').getByText('Comment 25').waitFor();
    await showsUnread(page, 25);
    expect(await barriers(page, '25 comments in one row')).toEqual([]);
    await circle.comment(ben, post, 'Comment 26');
    await words(page, 'Ben Okri and Priya Raman · 26 comments under Soup at seven, bring a bowl').click();
    await page.getByText('Comment 26').waitFor();
    await expect.poll(() => pathOf(page)).toBe(`/posts/${post}?comment=${first}`);
    await showsUnreadEverywhere(page, ana, 0);

    await openList(page);
    await row(page, '26 comments').waitFor();
    if (viewport === PHONE) await swipe(page, '26 comments', -150);
    else await choose(page, '26 comments', 'Delete');
    await page.getByText('26 notifications deleted.').waitFor();
    await expect.poll(() => rows(page).filter({ hasText: 'Soup at seven' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await words(page, '26 comments').press('Delete');
    await page.getByText('26 notifications deleted.').waitFor();
    // It stays as long as the pointer is over it.
    await page.locator('[data-toast]').hover();
    // What comes while it can be undone is not deleted with it.
    await circle.comment(priya, post, 'Too late?');
    await words(page, 'Priya Raman commented on your post').waitFor();
    await letGo(page);
    const left = async () =>
      (await ana.client.get('/api/notifications')).body.data.items.filter(
        ({ notification_type: type }: { notification_type: string }) => type === 'post_commented',
      ).length;
    await expect.poll(left).toBe(1);
    await words(page, 'Priya Raman commented on your post').waitFor();
  },
);

test('the posts of a friend are one row that leads to the friend; the messages of a group are one row that leads to the unread one', async ({
  openDevice,
  people: { ana, ben },
  priya,
  post: _,
  circle,
}) => {
  for (let nth = 1; nth <= 6; nth += 1) await circle.post(ben, { content: `Post ${nth}` });
  await circle.post(priya, { content: 'A post by Priya' });
  const group = await circle.group(ana, ben, priya);
  await ana.client.put('/api/notifications/read-all');
  await circle.message(ben, group, 'Is there bread?');
  await ana.client.put('/api/notifications/read-all');
  const asked = await circle.message(priya, group, 'Is there butter?');
  const page = await openDevice();
  await openList(page);
  await words(page, 'Ben Okri shared 6 posts').waitFor();
  await words(page, 'Priya Raman shared a post').waitFor();
  await words(page, 'Priya Raman and Ben Okri wrote in Sunday walks').waitFor();
  await expect.poll(() => rows(page).filter({ hasText: 'Sunday walks' }).count()).toBe(1);
  await showsUnread(page, 1);
  await words(page, 'wrote in Sunday walks').click();
  await page.getByText('Is there butter?').waitFor();
  await expect.poll(() => pathOf(page)).toBe(`/groups/${group}?message=${asked}`);
  await showsUnreadEverywhere(page, ana, 0);
  await openList(page);
  await words(page, 'Ben Okri shared 6 posts').click();
  await page.waitForURL(`**/friends/${ben.id}`);
});

offlineTest(
  'without a network the row is there, and what it reads is read everywhere afterwards',
  async ({ openDevice, people: { ana, ben }, post, faultProxy, circle }) => {
    for (const text of ['Salt?', 'Pepper?', 'Basil?']) await circle.comment(ben, post, text);
    const phone = await openDevice({ url: faultProxy.url });
    await showsUnread(phone, 3);
    await waitForOfflineApp(phone);
    faultProxy.cut();
    await openList(phone);
    await words(phone, 'Ben Okri · 3 comments under Soup at seven').click();
    await phone.getByText('Pepper?').waitFor();
    await showsUnread(phone, 0);
    await serverHasUnread(ana, 3);
    faultProxy.heal();
    await serverHasUnread(ana, 0);
  },
);

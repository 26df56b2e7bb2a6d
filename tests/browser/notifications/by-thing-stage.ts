/** What happened to one thing is one row of the list: it is counted, opened, read and deleted as a whole. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { type DESKTOP, PHONE } from '../../support/browser.ts';
import { choose, openList, pathOf, row, showsUnread, showsUnreadEverywhere } from '../../support/fixtures/notifications.ts';
import { rows, swipe, test as together, words } from './together-stage.ts';

export const test = together.extend('priya', async ({ circle, stranger, people: { ana } }) => {
  const priya = await stranger('Priya Raman');
  await circle.befriend(ana, priya);
  await ana.client.put('/api/notifications/read-all');
  return priya;
});

/** Closes the message with Undo, which ends the time for it. */
async function letGo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.mouse.move(0, 0);
}

/** A test in a window of this size. */
export const commentsAreOneRow = (viewport: typeof PHONE | typeof DESKTOP): void =>
  test('25 comments under a post are one row, which opens the first unread one and reads and deletes all', async ({
    openDevice,
    people: { ana, ben },
    priya,
    post,
    circle,
  }) => {
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
  });

/** The rows of the list of notifications, and strangers who cause them. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import type { DESKTOP, PHONE } from '../../support/browser.ts';
import { test as base, openList, row, showsUnread, showsUnreadEverywhere } from '../../support/fixtures/notifications.ts';

export const test = base
  /** Signs up a member whom Ana does not know. Each test has its own. */
  .extend(
    'stranger',
    ({ circle }) =>
      (name: string) =>
        circle.signUp(name, { email: `${uuid()}@kith.test` }),
  );

export const rows = (page: Page) => page.getByRole('main').locator('[data-notification]');
export const words = (page: Page, text: string) => row(page, text).getByRole('link');
/** A finger that moves over the row from its middle in steps, and lifts. */
export async function swipe(page: Page, text: string, dx: number, dy = 0): Promise<void> {
  const box = await row(page, text).boundingBox();
  if (!box) throw new Error('There is no such row');
  const finger = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part = 0) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx * part, y: y + dy * part }] });
  await touch('touchStart');
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', step / 8);
  await touch('touchEnd');
  await finger.detach();
}

/** A test in a window of this size. */
export const reactionsAreOneRow = (viewport: typeof PHONE | typeof DESKTOP): void =>
  test('reactions to one thing are one row, which is read and deleted as a whole', async ({
    openDevice,
    people,
    stranger,
    post,
    circle,
  }) => {
    const { ana, ben } = people;
    const others = [];
    for (const name of ['Priya Raman', 'Jonas Weber', 'Ruth Adler', 'Idris Cole']) {
      const member = await stranger(name);
      await circle.befriend(ana, member);
      others.push(member);
    }
    const [priya, jonas, ruth, idris] = others as [typeof ben, typeof ben, typeof ben, typeof ben];
    await ana.client.put('/api/notifications/read-all');
    const page = await openDevice({ viewport });
    await openList(page);
    await circle.react(ben, 'post', post, '❤️');
    await words(page, 'Ben Okri reacted ❤️ to your post').waitFor();
    await circle.react(ben, 'post', post, '🔥');
    await words(page, 'Ben Okri reacted 🔥 ❤️ to your post').waitFor();
    await circle.react(priya, 'post', post, '🔥');
    await words(page, 'Priya Raman and Ben Okri reacted to your post').waitFor();
    await circle.react(jonas, 'post', post, '🎉');
    await words(page, 'Jonas Weber, Priya Raman and Ben Okri reacted to your post').waitFor();
    for (const member of [ruth, idris]) await circle.react(member, 'post', post, '👍');
    const together = 'Idris Cole, Ruth Adler and 3 others reacted to your post';
    await words(page, together).waitFor();
    await expect.poll(() => rows(page).filter({ hasText: 'reacted' }).count()).toBe(1);
    await showsUnread(page, 6);
    await expect.poll(() => row(page, together).textContent()).toContain('Soup at seven');
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize(viewport);

    await words(page, together).press('Enter');
    await page.waitForURL(`**/posts/${post}`);
    await showsUnreadEverywhere(page, ana, 0);
    await openList(page);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    expect(await violations(page)).toEqual([]);
    await words(page, together).press('Delete');
    await expect.poll(() => row(page, 'reacted').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await words(page, together).press('Delete');
    await page
      .getByText(/^\d notifications deleted\.$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.mouse.move(0, 0);
    const kinds = async () =>
      (await ana.client.get('/api/notifications')).body.data.items.map((item: { notification_type: string }) => item.notification_type);
    await expect.poll(kinds).not.toContain('post_reaction');
  });

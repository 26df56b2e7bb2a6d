/** What is grouped in the list, what can be answered in it, what a swipe does, and what reading the feed marks as read. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { openList, row, showsUnread, showsUnreadEverywhere } from '../../support/fixtures/notifications.ts';
import { rows, test, words } from './together-stage.ts';

test.for([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)(
  'on a %s reactions to one thing are one row, which is read and deleted as a whole',
  async ([, viewport], { openDevice, people, stranger, post, circle }) => {
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
  },
);

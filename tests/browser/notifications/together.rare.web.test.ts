/** What is grouped on a desktop, invitations that are answered in their row, swipes, and what reading the feed marks as read. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { openList, pathOf, row, serverHasUnread, showsUnread, showsUnreadEverywhere } from '../../support/fixtures/notifications.ts';
import { card, cutSync, setVisible } from '../../support/on-screen.ts';
import { reactionsAreOneRow, rows, swipe, test, words } from './together-stage.ts';

reactionsAreOneRow(DESKTOP);

test('an invitation is answered in its row, also without a network; the row then says so and has no buttons, on every device', async ({
  openDevice,
  people: { ana, ben },
  stranger,
  circle,
}) => {
  const [tom, mira] = [await stranger('Tomás Novák'), await stranger('Mira Lindqvist')];
  for (const from of [tom, mira]) await circle.invite(from, { email: ana.email });
  const group = await circle.group(ben);
  await circle.inviteToGroup(ben, group, ana);
  const [phone, laptop] = [await openDevice(), await openDevice({ viewport: DESKTOP })];
  for (const page of [phone, laptop]) {
    await openList(page);
    await expect
      .poll(() =>
        rows(page)
          .getByRole('button', { name: /^(Accept|Decline) the invitation/ })
          .count(),
      )
      .toBe(6);
  }
  expect(await barriers(laptop, 'invitations to answer')).toEqual([]);

  await row(phone, 'Tomás Novák').getByRole('button', { name: 'Accept the invitation of Tomás Novák' }).press('Enter');
  for (const page of [phone, laptop]) {
    await row(page, 'Tomás Novák').getByText('You accepted.').waitFor();
    expect(
      await row(page, 'Tomás Novák')
        .getByRole('button', { name: /the invitation/ })
        .count(),
    ).toBe(0);
  }
  await expect
    .poll(() => phone.evaluate(() => document.activeElement?.closest('[data-notification]')?.textContent))
    .toContain('Tomás Novák');
  await expect.poll(async () => (await ana.client.get('/api/friends')).body.data.items).toHaveLength(2);

  await cutSync(phone);
  await row(phone, 'Mira Lindqvist')
    .getByRole('button', { name: /^Decline/ })
    .click();
  await row(phone, 'Mira Lindqvist').getByText('You declined.').waitFor();
  await row(phone, 'invited you')
    .getByRole('button', { name: /^Accept/ })
    .click();
  await row(phone, 'invited you').getByText('You accepted.').waitFor();
  await row(phone, 'invited you')
    .getByText(/Saved, not sent yet|Sending/)
    .waitFor();
  await phone.context().unroute('**/api/sync/**');
  await phone.reload();
  for (const page of [phone, laptop]) {
    await row(page, 'Mira Lindqvist').getByText('You declined.').waitFor();
    await row(page, 'invited you').getByText('You accepted.').waitFor();
    expect(
      await rows(page)
        .getByRole('button', { name: /the invitation/ })
        .count(),
    ).toBe(0);
  }
  await showsUnreadEverywhere(phone, ana, 0);
});

test('with every seat taken a row says why the member cannot accept', async ({ openDevice, people: { ana }, stranger, circle }) => {
  for (let nth = 0; nth < 7; nth += 1) await circle.befriend(ana, await stranger(`Guest ${nth}`));
  const tom = await stranger('Tomás Novák');
  await circle.invite(tom, { email: ana.email });
  const phone = await openDevice({ at: '/notifications' });
  const accept = row(phone, 'Tomás Novák sent').getByRole('button', { name: /^Accept/ });
  await row(phone, 'Tomás Novák sent').getByText('All your seats are taken. You can accept once one is free.').waitFor();
  await expect.poll(() => accept.isDisabled()).toBe(true);
  expect(
    await row(phone, 'Tomás Novák sent')
      .getByRole('button', { name: /^Decline/ })
      .isEnabled(),
  ).toBe(true);
  expect(await barriers(phone, 'an invitation to a full circle')).toEqual([]);
});

test('a swipe marks a row as read to one side and deletes it to the other, mirrored from right to left; a short swipe or a scroll does nothing', async ({
  openDevice,
  people: { ana, ben },
  circle,
}) => {
  // Each on a post of its own: comments under one post are one row.
  for (const text of ['Salt?', 'Pepper?', 'Basil?']) await circle.comment(ben, await circle.post(ana, { content: 'And the soup?' }), text);
  const phone = await openDevice({ hasTouch: true, reducedMotion: 'reduce' });
  await openList(phone);
  await row(phone, 'Basil?').waitFor();
  await showsUnread(phone, 3);
  await swipe(phone, 'Salt?', 60);
  await swipe(phone, 'Salt?', -60);
  await swipe(phone, 'Salt?', 90, 180);
  await swipe(phone, 'Salt?', 150);
  await showsUnreadEverywhere(phone, ana, 2);
  expect(pathOf(phone)).toBe('/notifications');
  // A tap still opens a row. It needs a fresh page: the browser takes the first tap after a swipe for the end of the swipe.
  await openList(phone);
  await words(phone, 'Salt?').tap();
  await phone.waitForURL(/\?comment=/);
  await openList(phone);
  // It is read already, so the first swipe marks nothing.
  await swipe(phone, 'Salt?', 150);
  await swipe(phone, 'Salt?', -150);
  await expect.poll(() => row(phone, 'Salt?').count()).toBe(0);
  await phone.getByRole('button', { name: 'Undo' }).click();
  await row(phone, 'Salt?').waitFor();
  await phone.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await swipe(phone, 'Pepper?', -150);
  await showsUnreadEverywhere(phone, ana, 1);
  await swipe(phone, 'Pepper?', 150);
  await expect.poll(() => row(phone, 'Pepper?').count()).toBe(0);
});

test('a post that the feed shows for a while is read, one that scrolled past or was hidden is not, and nothing is written when nothing is unread', async ({
  openDevice,
  people: { ana, ben },
  post,
  circle,
}) => {
  // Enough posts above it to push the first post out of sight.
  for (let nth = 1; nth <= 6; nth += 1) await circle.post(ana, { content: `${nth}\n${'A long story. '.repeat(12)}` });
  await circle.comment(ben, post, 'Salt?');
  const phone = await openDevice({ at: 'about:blank' });
  await phone.clock.install();
  const pushes: string[] = [];
  await phone.route('**/api/sync/push', (route) => {
    pushes.push(route.request().postData() ?? '');
    return route.continue();
  });
  await phone.goto('/posts');
  await card(phone, 'Soup at seven').waitFor();
  await showsUnread(phone, 1);
  await phone.clock.runFor(10_000);
  await showsUnread(phone, 1);
  const soup = card(phone, 'Soup at seven');
  // From here on no time passes but what the test lets pass.
  await phone.clock.pauseAt(await phone.evaluate(() => Date.now() + 60_000));
  await showsUnread(phone, 1);
  await soup.scrollIntoViewIfNeeded();
  await phone.clock.runFor(1500);
  await phone.evaluate(() => scrollTo(0, 0));
  await phone.clock.runFor(5000);
  await showsUnread(phone, 1);
  // A post is not read either while the page is hidden, or while a sheet covers it.
  await soup.scrollIntoViewIfNeeded();
  await setVisible(phone, false);
  await phone.clock.runFor(5000);
  await serverHasUnread(ana, 1);
  await setVisible(phone, true);
  await soup.getByRole('button', { name: 'Ana Ribeiro' }).first().click();
  await phone.getByRole('dialog', { name: 'Profile' }).waitFor();
  await phone.clock.runFor(5000);
  await serverHasUnread(ana, 1);
  await phone.keyboard.press('Escape');
  await phone.getByRole('dialog').waitFor({ state: 'detached' });
  expect(pushes.filter((body) => body.includes('"notifications"'))).toEqual([]);
  await phone.clock.resume();
  await phone.clock.runFor(3000);
  await showsUnreadEverywhere(phone, ana, 0);
  const written = () => pushes.filter((body) => body.includes('"notifications"')).length;
  expect(written()).toBe(1);
  await phone.clock.runFor(10_000);
  expect(written()).toBe(1);
});

/** Where pressing a notification leads, and that arriving there marks it as read. */
import { expect } from 'vitest';
import { openList, press, row, showsUnread, showsUnreadEverywhere, test } from '../../support/fixtures/notifications.ts';

test('a friend request: its row is in view and in focus, and is answered there; a cancelled request says so', async ({
  phone,
  people: { ana },
  circle,
}) => {
  const tom = await circle.signUp('Tomás Novák', { email: 'tom@kith.test' });
  const id = await circle.invite(tom, { email: ana.email });
  await showsUnread(phone, 1);
  await openList(phone);
  await press(phone, 'Tomás Novák sent you a friend request');
  await phone.waitForURL(`**/friends?invitation=${id}`);
  const asked = phone.getByRole('listitem').filter({ hasText: tom.name });
  await expect.poll(() => asked.evaluate((element) => element === document.activeElement && 'arrived' in element.dataset)).toBe(true);
  await showsUnreadEverywhere(phone, ana, 0);
  await expect.poll(() => asked.getAttribute('data-arrived')).toBeNull();
  await asked.getByRole('button', { name: /^Accept/ }).click();
  await phone.getByText('2 of 8').waitFor();
  expect(await phone.getByText('This invitation is no longer open.').count()).toBe(0);
  // Later the same notification leads to the friend.
  await openList(phone);
  await expect
    .poll(() => row(phone, 'Tomás Novák sent you a friend request').getByRole('link').getAttribute('href'))
    .toMatch(/^\/friends\/[0-9a-f-]{36}$/);

  await phone.goto('/friends?invitation=0190a0b0-0000-7000-8000-000000000001');
  await phone.getByText('This invitation is no longer open.').waitFor();
});

test('an invitation to a group, and a message in it, which is then shown', async ({ phone, people: { ana, ben }, circle }) => {
  const { id: group } = await circle.done(ben, 'groups', circle.groupDocument(ben, 'Sunday table'));
  const invited = await circle.inviteToGroup(ben, group, ana);
  await openList(phone);
  const invitation = row(phone, 'Ben Okri invited you to Sunday table').getByRole('link');
  await expect.poll(() => invitation.getAttribute('href')).toBe(`/groups?invitation=${invited}`);
  await circle.respondToGroup(ana, invited, 'accepted');
  await expect.poll(() => invitation.getAttribute('href')).toBe(`/groups/${group}`);
  const message = await circle.message(ben, group, 'The more the better.');
  await circle.message(ben, group, 'Six, then.');
  const messageRow = row(phone, 'Ben Okri wrote in Sunday table');
  await expect.poll(() => messageRow.textContent()).toContain('The more the better.');
  expect(await messageRow.getByRole('link').getAttribute('href')).toBe(`/groups/${group}?message=${message}`);
  await messageRow.getByRole('link').click();
  await phone.getByText('Six, then.').waitFor();
  await showsUnreadEverywhere(phone, ana, 0);
  // A member who has read the chat, however they got there, is notified of the next message.
  await phone.goto('/groups');
  await circle.message(ben, group, 'Seven.');
  await showsUnread(phone, 1);
  await phone.getByRole('link', { name: 'Sunday table' }).click();
  await phone.getByText('Seven.').waitFor();
  await showsUnreadEverywhere(phone, ana, 0);
  await phone.goto('/groups');
  await circle.message(ben, group, 'Eight!');
  await showsUnread(phone, 1);
  await openList(phone);
  await phone.getByRole('button', { name: 'Mark all as read' }).click();
  await showsUnreadEverywhere(phone, ana, 0);
});

/** Notifications that lead to groups and messages. */
import { expect } from 'vitest';
import { openList, row, showsUnread, showsUnreadEverywhere, test } from '../../support/fixtures/notifications.ts';

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

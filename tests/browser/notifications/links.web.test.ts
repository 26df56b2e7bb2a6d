/** Where pressing a notification leads, and that arriving there marks it as read. */
import { expect } from 'vitest';
import { openList, pathOf, press, row, showsUnread, showsUnreadEverywhere, test } from '../../support/fixtures/notifications.ts';
import { hasFocus } from '../../support/on-screen.ts';

test('a friend request: its row is in view and in focus, and is answered there; a cancelled request says so', async ({
  phone,
  people: { ana },
  circle,
}) => {
  const tom = await circle.signUp('Tomás Novák', { email: 'tom@kith.test' });
  const id = await circle.invite(tom, { email: ana.email });
  await showsUnread(phone, 1);
  await openList(phone);
  const asked = phone.getByRole('listitem').filter({ hasText: tom.name });
  // The mark goes after a moment, so the page is watched from before the press.
  const marked = asked.and(phone.locator('[data-arrived]')).waitFor();
  await press(phone, 'Tomás Novák sent you a friend request');
  await marked;
  await hasFocus(asked);
  expect(pathOf(phone)).toBe(`/friends?invitation=${id}`);
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

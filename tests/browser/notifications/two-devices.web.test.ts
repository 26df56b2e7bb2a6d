/** Two devices of one member: what one of them receives or does shows on the other, in the list, the bell, the title and on the icon. */
import { expect } from 'vitest';
import { bothShowUnread, openList, pathOf, press, row, test } from '../../support/fixtures/notifications.ts';

test('[R-27] both show a comment; a press leads to it; reading here reads there, also where the post is open; a deleted comment takes its notification along', async ({
  phone,
  laptop,
  people: { ben },
  post,
  circle,
}) => {
  await bothShowUnread(phone, laptop, 0);
  await expect.poll(() => laptop.title()).toBe('Groups · Kith');
  const id = await circle.comment(ben, post, 'I bring bread.');
  await bothShowUnread(phone, laptop, 1);
  await expect.poll(() => laptop.title()).toBe('(1) Groups · Kith');
  await phone.getByRole('link', { name: 'Notifications, 1 unread' }).click();
  // The comment's text is joined from another row, which may arrive a moment later.
  await press(phone, 'I bring bread.');
  await bothShowUnread(phone, laptop, 0);
  await expect.poll(() => pathOf(phone)).toBe(`/posts/${post}?comment=${id}`);

  await phone.goto(`/posts/${post}`);
  await phone.getByText('I bring bread.').waitFor();
  await laptop.goto('/notifications');
  await row(laptop, 'I bring bread.').waitFor();
  await circle.comment(ben, post, 'And butter.');
  await row(laptop, 'And butter.').waitFor();
  await bothShowUnread(phone, laptop, 0);

  await openList(phone);
  const withdrawn = await circle.comment(ben, post, 'Never mind.');
  await bothShowUnread(phone, laptop, 1);
  await row(phone, 'Never mind.').waitFor();
  await ben.client.delete(`/api/posts/${post}/comments/${withdrawn}`);
  await bothShowUnread(phone, laptop, 0);
  await expect.poll(() => row(phone, 'Never mind.').count()).toBe(0);
});

/** Notifications on two devices: marked without opening, and more than 99 of them. */
import { expect } from 'vitest';
import { appBadge, bothShowUnread, choose, openList, pathOf, row, test } from '../../support/fixtures/notifications.ts';

test('a notification is marked read or deleted without opening it, by menu, by keyboard, or with all others, and the other device follows', async ({
  phone,
  laptop,
  people: { ana, ben },
  post,
  circle,
}) => {
  await circle.comment(ben, post, 'And butter.');
  await ana.client.put('/api/notifications/read-all');
  await openList(phone);
  await row(phone, 'And butter.').waitFor();
  for (const emoji of ['👍', '🎉', '🔥'])
    await circle.react(ben, 'post', await circle.post(ana, { content: `A post for ${emoji}` }), emoji);
  await bothShowUnread(phone, laptop, 3);
  await choose(phone, 'reacted 👍', 'Mark as read');
  await bothShowUnread(phone, laptop, 2);
  expect(pathOf(phone)).toBe('/notifications');
  await choose(phone, 'reacted 🎉', 'Delete');
  await expect.poll(() => row(phone, 'reacted 🎉').count()).toBe(0);
  await phone.getByRole('button', { name: 'Undo' }).click();
  await row(phone, 'reacted 🎉').waitFor();
  await bothShowUnread(phone, laptop, 2);
  await choose(phone, 'reacted 🎉', 'Delete');
  await phone.getByText('Notification deleted.').waitFor();
  await phone.getByRole('button', { name: 'Close' }).click();
  // A toast stays as long as the pointer is over it.
  await phone.mouse.move(0, 0);
  await bothShowUnread(phone, laptop, 1);
  await expect.poll(() => row(phone, 'reacted 🎉').count()).toBe(0);
  // The focus is where the row was, not at the top of the page.
  const focused = () => phone.evaluate(() => document.activeElement?.closest('[data-notification]')?.textContent ?? '');
  await expect.poll(focused).not.toBe('');
  await row(phone, 'reacted 🔥').getByRole('link').press('Delete');
  // If nobody undoes it, the deletion takes effect when its toast closes.
  await bothShowUnread(phone, laptop, 0);
  await expect.poll(() => row(phone, 'reacted 🔥').count()).toBe(0);
  await expect.poll(focused).not.toBe('');
  const remaining = (await ana.client.get('/api/notifications')).body.data.items;
  expect(remaining.flatMap((item: { emoji_code: string | null }) => item.emoji_code ?? [])).toEqual(['👍']);

  const other = await circle.post(ana, { content: 'Who has the key?' });
  for (const text of ['I have.', 'Had, I mean.']) await circle.comment(ben, other, text);
  await bothShowUnread(phone, laptop, 2);
  await phone.getByRole('button', { name: 'Mark all as read' }).click();
  await bothShowUnread(phone, laptop, 0);
  await phone.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
  await expect.poll(() => phone.evaluate(() => document.activeElement?.tagName)).toBe('H1');
});

test('more than 99 show as 99+ in bell and title, and in full on the icon; signing out leaves no number behind', async ({
  phone,
  laptop,
  people: { ben },
  post,
  circle,
}) => {
  for (let nth = 1; nth <= 100; nth += 1) await circle.comment(ben, post, `Guest ${nth} comes`);
  for (const page of [phone, laptop]) {
    await expect.poll(() => appBadge(page)).toBe(100);
    const bell = page.getByRole('link', { name: 'Notifications, 100 unread' });
    await bell.getByText('99+').waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(99\+\) /);
  }
  await laptop.goto('/settings');
  await expect.poll(() => appBadge(laptop)).toBe(100);
  await expect.poll(() => laptop.title()).toMatch(/^\(99\+\) /);
  await laptop.getByRole('button', { name: 'Sign out' }).click();
  await laptop.waitForURL((url) => ['/', '/auth'].includes(url.pathname));
  await expect.poll(() => laptop.title()).not.toContain('(');
  await expect.poll(() => appBadge(laptop)).toBe(0);
});

/** "Mark all as read" on a device without a connection: one write, for what the device has. */
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import {
  bothShowUnread,
  test as notificationsTest,
  openList,
  row,
  serverHasUnread,
  showsUnread,
} from '../../support/fixtures/notifications.ts';

const test = notificationsTest
  .extend('serviceWorkers', (): 'allow' | 'block' => 'allow')
  .extend('phone', ({ openDevice, faultProxy }) => openDevice({ url: faultProxy.url }));

test('[R-81] reads what the phone has, also after a reload; what came in between stays unread on both devices', async ({
  phone,
  laptop,
  people: { ana, ben },
  post,
  circle,
  db,
  faultProxy,
}) => {
  for (const text of ['I bring bread.', 'And butter.', 'And salt.']) await circle.comment(ben, post, text);
  await bothShowUnread(phone, laptop, 3);
  await waitForOfflineApp(phone);
  await openList(phone);
  await row(phone, 'And salt.').waitFor();
  faultProxy.cut();
  await circle.comment(ben, post, 'Too late for the phone.');
  await showsUnread(laptop, 4);
  await phone.getByRole('button', { name: 'Mark all as read' }).click();
  await showsUnread(phone, 0);
  await phone.reload();
  await row(phone, 'And salt.').waitFor();
  await showsUnread(phone, 0);
  faultProxy.heal();
  await bothShowUnread(phone, laptop, 1);
  await serverHasUnread(ana, 1);
  await expect.poll(() => row(phone, 'Too late for the phone.').getByText('Unread:').count()).toBe(1);
  const writes =
    await db.sql`select distinct write_id from notifications where user_id = ${ana.id} and is_read and related_post_id = ${post}`;
  expect(writes).toHaveLength(1);
});

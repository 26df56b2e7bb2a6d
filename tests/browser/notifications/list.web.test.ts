/** The list of notifications: offline, with texts of every kind, when the server refuses a change, and as time passes. */
import { waitForOfflineApp } from '../../support/browser.ts';
import { openList, press, serverHasUnread, showsUnread, test, watchAppBadge } from '../../support/fixtures/notifications.ts';

test('without a network the stored list opens, also after the browser was closed; what is read there is read everywhere once it is back', async ({
  openOnDisk,
  faultProxy,
  people: { ana, ben },
  post,
  circle,
}) => {
  const phones = await openOnDisk(ana, { url: faultProxy.url });
  await phones.page.getByText('Soup at seven').waitFor();
  await phones.page.goto('/groups');
  await circle.comment(ben, post, 'Salt?');
  await phones.page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
  await waitForOfflineApp(phones.page);
  faultProxy.cut();
  await phones.page.getByText('Connection lost').waitFor();
  const phone = await phones.reopen();
  await watchAppBadge(phones.context);
  await openList(phone);
  await press(phone, 'Salt?');
  await phone.waitForURL(/\/posts\/[0-9a-f-]{36}\?comment=[0-9a-f-]{36}$/);
  await phone.getByRole('listitem').filter({ hasText: 'Salt?' }).waitFor();
  await showsUnread(phone, 0);
  await serverHasUnread(ana, 1);
  faultProxy.heal();
  await serverHasUnread(ana, 0);
});

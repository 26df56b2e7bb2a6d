/** What happened to one thing is one row of the list, on a desktop and without a network. */
import { DESKTOP, waitForOfflineApp } from '../../support/browser.ts';
import { openList, serverHasUnread, showsUnread } from '../../support/fixtures/notifications.ts';
import { commentsAreOneRow, test } from './by-thing-stage.ts';
import { words } from './together-stage.ts';

commentsAreOneRow(DESKTOP);

const offlineTest = test.extend('serviceWorkers', (): 'allow' | 'block' => 'allow');

offlineTest(
  'without a network the row is there, and what it reads is read everywhere afterwards',
  async ({ openDevice, people: { ana, ben }, post, faultProxy, circle }) => {
    for (const text of ['Salt?', 'Pepper?', 'Basil?']) await circle.comment(ben, post, text);
    const phone = await openDevice({ url: faultProxy.url });
    await showsUnread(phone, 3);
    await waitForOfflineApp(phone);
    faultProxy.cut();
    await openList(phone);
    await words(phone, 'Ben Okri · 3 comments under Soup at seven').click();
    await phone.getByText('Pepper?').waitFor();
    await showsUnread(phone, 0);
    await serverHasUnread(ana, 3);
    faultProxy.heal();
    await serverHasUnread(ana, 0);
  },
);

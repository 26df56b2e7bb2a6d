/** What happened to one thing is one row of the list, on a phone. */
import { expect } from 'vitest';
import { PHONE } from '../../support/browser.ts';
import { openList, pathOf, showsUnread, showsUnreadEverywhere } from '../../support/fixtures/notifications.ts';
import { commentsAreOneRow, test } from './by-thing-stage.ts';
import { rows, words } from './together-stage.ts';

commentsAreOneRow(PHONE);

test('the posts of a friend are one row that leads to the friend; the messages of a group are one row that leads to the unread one', async ({
  openDevice,
  people: { ana, ben },
  priya,
  post: _,
  circle,
}) => {
  for (let nth = 1; nth <= 6; nth += 1) await circle.post(ben, { content: `Post ${nth}` });
  await circle.post(priya, { content: 'A post by Priya' });
  const group = await circle.group(ana, ben, priya);
  await ana.client.put('/api/notifications/read-all');
  await circle.message(ben, group, 'Is there bread?');
  await ana.client.put('/api/notifications/read-all');
  const asked = await circle.message(priya, group, 'Is there butter?');
  const page = await openDevice();
  await openList(page);
  await words(page, 'Ben Okri shared 6 posts').waitFor();
  await words(page, 'Priya Raman shared a post').waitFor();
  await words(page, 'Priya Raman and Ben Okri wrote in Sunday walks').waitFor();
  await expect.poll(() => rows(page).filter({ hasText: 'Sunday walks' }).count()).toBe(1);
  await showsUnread(page, 1);
  await words(page, 'wrote in Sunday walks').click();
  await page.getByText('Is there butter?').waitFor();
  await expect.poll(() => pathOf(page)).toBe(`/groups/${group}?message=${asked}`);
  await showsUnreadEverywhere(page, ana, 0);
  await openList(page);
  await words(page, 'Ben Okri shared 6 posts').click();
  await page.waitForURL(`**/friends/${ben.id}`);
});

/** Blocking and reporting members from what they wrote, with and without a connection. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { commentRow } from '../../support/fixtures/post-stage.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { openAccount } from '../../support/settings-rows.ts';
import { back, item, more, test } from './blocking-stage.ts';

test('the author of a comment is blocked from it without a network, disappears at once, and can be unblocked again', async ({
  open,
  circle,
  server,
  people: { ana, ben, carl },
  faultProxy,
}) => {
  const post = await circle.post(carl, { content: 'Who brings soup?' });
  await circle.comment(ben, post, 'Soup is mine');
  await circle.comment(carl, post, 'Then I bring spoons');
  const shared = await circle.post(ben, { content: 'Bread at eight', audience: 'friends_of_friends' });
  const { page } = await open(ana, { at: `/posts/${post}`, url: faultProxy.url });
  await commentRow(page, 'Soup is mine').waitFor();
  await upToDate(page);
  await waitForOfflineApp(page);
  faultProxy.cut();
  await page.getByText('Connection lost').first().waitFor();

  const row = commentRow(page, 'Soup is mine');
  await more(row).click();
  await item(page, `Block ${ben.name}`).click();
  const question = page.getByRole('alertdialog', { name: `Block ${ben.name}?` });
  await question.getByText('Kith does not tell them.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await hasFocus(more(row));
  await page.keyboard.press('Enter');
  await item(page, `Block ${ben.name}`).click();
  await question.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByText(`${ben.name} is blocked.`).waitFor();
  await row.waitFor({ state: 'hidden' });
  await commentRow(page, 'Then I bring spoons').waitFor();

  // Nothing of the blocked member is left on this device, but the list of blocked people knows the name.
  await page.goto(`/posts/${shared}`);
  await page.getByText('This post has been deleted or is no longer available.').waitFor();
  await page.goto(`/friends/${carl.id}`);
  await page.getByRole('button', { name: 'About Carl' }).click();
  await page.getByRole('main').getByRole('list').getByText(ana.name).waitFor();
  expect(await page.getByRole('main').getByText(ben.name).count()).toBe(0);
  await page.goto('/settings');
  await openAccount(page);
  await page.getByRole('button', { name: /^Blocked people/ }).click();
  await page.getByRole('button', { name: `Unblock ${ben.name}` }).waitFor();
  const blocks = async () => (await server.sql`select from blocks where blocker_id = ${ana.id}`).length;
  expect(await blocks()).toBe(0);
  await back(page, faultProxy);
  await expect.poll(blocks).toBe(1);
  // Carl's friends, as Ben sees them, do not include Ana either: not over REST, and not on the page.
  const bens = (await ben.client.get(`/api/friends/${carl.id}/detail`)).body.data.friends;
  expect(bens.map(({ user_id }: { user_id: string }) => user_id)).toEqual([ben.id]);
  const { page: benPage } = await open(ben, { at: `/friends/${carl.id}` });
  await benPage.getByRole('button', { name: 'About Carl' }).click();
  await benPage.getByRole('main').getByRole('list').getByText(ben.name).waitFor();
  await upToDate(benPage);
  const friendsOfCarl = benPage.getByRole('main').getByRole('list').filter({ hasText: ben.name });
  await expect.poll(() => friendsOfCarl.getByRole('listitem').count()).toBe(1);

  faultProxy.cut();
  await page.getByText('Connection lost').first().waitFor();
  await page.getByRole('button', { name: `Unblock ${ben.name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unblock' }).click();
  await page.getByText(`${ben.name} is no longer blocked.`).waitFor();
  await back(page, faultProxy);
  await expect.poll(blocks).toBe(0);
  await page.goto(`/posts/${post}`);
  await row.waitFor();
});

/** The page of a friend: inviting their friends, before it has loaded, without a network, and once the friendship ends. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { postAll, scrollTo, settled } from '../../support/feed.ts';
import { cutSync, hasFocus, noticeNetwork, upToDate } from '../../support/on-screen.ts';
import { about, addFriend, friendName, friendRow, openProfileOf, posts, profile, receivedBy, test } from './friend-stage.ts';

test('a friend of the friend is invited once, however often the button is pressed, and the invitation can be cancelled', async ({
  open,
  people: { ana, ben, emil },
}) => {
  const { page } = await open(ana, { at: `/friends/${ben.id}` });
  await about(page, ben).click();
  const row = friendRow(page, emil);
  await addFriend(row).waitFor();
  expect(await barriers(page, 'friend')).toEqual([]);
  await addFriend(row).dblclick();
  await row.getByText('Invited', { exact: true }).waitFor();
  await hasFocus(row.getByRole('button', { name: `Cancel the invitation to ${emil.name}` }));
  await expect.poll(async () => (await receivedBy(emil)).length).toBe(1);
  await page.keyboard.press('Enter');
  await hasFocus(addFriend(row));
  await expect.poll(async () => (await receivedBy(emil)).length).toBe(0);
});

test('a friend of the friend who invited first gets an answer, not an invitation', async ({ open, circle, people: { ana, ben, emil } }) => {
  const { page } = await open(ana, { at: `/friends/${ben.id}` });
  await about(page, ben).click();
  const row = friendRow(page, emil);
  await addFriend(row).waitFor();
  await circle.invite(emil, { member: ana.id });
  await row.getByText('Invited you').waitFor();
  expect(await addFriend(row).count()).toBe(0);
  await row.getByRole('button', { name: `Decline the invitation of ${emil.name}` }).click();
  await addFriend(row).waitFor();
});

test('it loads on a device that does not have it yet', async ({ open, people: { ana, ben } }) => {
  const { page } = await open(ana, { at: 'about:blank' });
  await cutSync(page);
  await page.goto(`/friends/${ben.id}`);
  await page.getByText('Connection Error').waitFor();
  await page.getByText('This friend is not on this device yet.').waitFor();
  await page.context().unroute('**/api/sync/**');
  // The page may also load by itself before the button is pressed.
  await Promise.any([page.getByRole('button', { name: 'Try again' }).click(), friendName(page, ben).waitFor()]);
  await friendName(page, ben).waitFor();
});

test('only friends and their friends have such a page, and there is no page below it', async ({ open, people: { ana, ben, fay } }) => {
  const { page } = await open(ana, { at: '/friends' });
  for (const [address, text] of [
    [`/friends/${ana.id}`, 'Friend not found or you are not friends with this user'],
    [`/friends/${fay.id}`, 'Friend not found or you are not friends with this user'],
    ['/friends/nobody', 'Friend not found or you are not friends with this user'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('heading', { name: text }).waitFor();
    expect(await page.getByRole('banner').getByRole('button', { name: 'More' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Go to friends' }).click();
    await page.waitForURL('**/friends');
  }
  await page.goto(`/friends/${ben.id}/more`);
  await page.waitForURL('**/posts');
});

test('it works without a network, and an invitation that was made then is sent later', async ({
  open,
  people: { ana, ben, carl, dora },
  faultProxy,
}) => {
  const { page } = await open(ana, { url: faultProxy.url });
  await upToDate(page);
  await page.goto(`/friends/${ben.id}`);
  await about(page, ben).click();
  await addFriend(friendRow(page, dora)).waitFor();
  await waitForOfflineApp(page);
  faultProxy.cut();
  await page.reload();
  await about(page, ben).click();
  await friendRow(page, carl).getByText('Already Friends').waitFor();
  await page.getByText('Connection lost').first().waitFor();
  await addFriend(friendRow(page, dora)).click();
  await page.getByText('Saved. Your invitation is sent when you are back online.').waitFor();
  await friendRow(page, dora).getByText('Saved, not sent yet').waitFor();
  faultProxy.heal();
  await noticeNetwork(page);
  await friendRow(page, dora).getByText('Saved, not sent yet').waitFor({ state: 'hidden' });
  await expect.poll(async () => (await receivedBy(dora)).length).toBe(1);
  await page.goto('/friends');
  await page.getByRole('button', { name: `Cancel the invitation to ${dora.name}` }).waitFor();
});

test('it disappears when the friend ends the friendship', async ({ open, people: { ana, carl }, circle }) => {
  const { page } = await open(ana, { at: `/friends/${carl.id}` });
  await friendName(page, carl).waitFor();
  await circle.unfriend(carl, ana);
  // Ben is still a friend of both.
  await page.getByText('You can only view details of direct friends').waitFor();
  expect(await barriers(page, 'a friendship that ended')).toEqual([]);
});

test('ending a friendship asks by name, and leads back to the remaining friends', async ({ open, people: { ana, ben } }) => {
  const { page } = await open(ana, { at: `/friends/${ben.id}` });
  await friendName(page, ben).waitFor();
  const more = page.getByRole('banner').getByRole('button', { name: 'More' });
  const unfriend = page.getByRole('menuitem', { name: 'Unfriend' });
  await more.press('Enter');
  await unfriend.press('Enter');
  const question = page.getByRole('alertdialog', { name: `Unfriend ${ben.name}?` });
  await question.getByText('This cannot be undone').waitFor();
  expect(await barriers(page, 'unfriend')).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await hasFocus(more);
  await more.click();
  await unfriend.click();
  await question.getByRole('button', { name: 'Unfriend' }).click();
  await page.waitForURL('**/friends');
  await page.getByText('1 of 8').waitFor();
  await expect
    .poll(async () => (await ben.client.get('/api/friends')).body.data.items.map((row: { friend_id: string }) => row.friend_id))
    .not.toContain(ana.id);
});

test('a friendship can also be ended from the menu of the profile', async ({ open, people: { ana, ben }, circle }) => {
  const shared = await circle.post(ben, { content: 'Bread at eight' });
  const { page } = await open(ana, { at: `/posts/${shared}` });
  await openProfileOf(page, ben);
  await profile(page)
    .getByRole('button', { name: `More: ${ben.name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Unfriend' }).click();
  const question = page.getByRole('alertdialog', { name: `Unfriend ${ben.name}?` });
  await question.getByRole('button', { name: 'Unfriend' }).click();
  await profile(page).waitFor({ state: 'hidden' });
  await page.getByText('This post has been deleted or is no longer available.').waitFor();
  await expect.poll(async () => (await ana.client.get('/api/friends')).body.data.items.length).toBe(1);
});

test('somebody is blocked from their page after a question, and disappears from friends and feed', async ({
  open,
  people: { ana, ben, carl },
  circle,
}) => {
  await circle.post(ben, { content: 'Bread at eight' });
  const common = await circle.post(carl, { content: 'Who brings soup?' });
  await circle.comment(ben, common, 'Soup is mine');
  await circle.comment(carl, common, 'Then I bring spoons');
  await circle.react(ben, 'post', common, '🎉');
  const { page } = await open(ana, { at: `/friends/${ben.id}` });
  await friendName(page, ben).waitFor();
  const more = page.getByRole('banner').getByRole('button', { name: 'More' });
  const block = page.getByRole('menuitem', { name: `Block ${ben.name}` });
  await more.press('Enter');
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Unfriend', 'Report', `Block ${ben.name}`]);
  await block.press('Enter');
  const question = page.getByRole('alertdialog', { name: `Block ${ben.name}?` });
  await question.getByText('If you are friends, that ends.').waitFor();
  expect(await barriers(page, 'block')).toEqual([]);
  await page.keyboard.press('Escape');
  await hasFocus(more);
  await more.click();
  await block.click();
  await question.getByRole('button', { name: 'Block', exact: true }).click();
  await page.waitForURL('**/friends');
  await page.getByText('1 of 8').waitFor();
  await page.goto('/posts');
  await expect.poll(() => page.getByText('Bread at eight').count()).toBe(0);
  // In what both can read, only what the others wrote is left.
  const card = page.getByRole('article').filter({ hasText: 'Who brings soup?' });
  await card.getByText('1 comment', { exact: true }).waitFor();
  await expect.poll(() => card.getByText('🎉').count()).toBe(0);
  await card.getByText('1 comment', { exact: true }).click();
  await page.getByText('Then I bring spoons').waitFor();
  expect(await page.getByText('Soup is mine').count()).toBe(0);
  await expect
    .poll(async () => (await ana.client.get('/api/friends/blocked')).body.data.items.map((one: { id: string }) => one.id))
    .toEqual([ben.id]);
});

test('the page of a friend of a friend shows what may be seen: the face, the words for friends of friends, and no details', async ({
  open,
  circle,
  people: { ana, ben, dora, emil },
  post: _,
}) => {
  await circle.post(dora, { content: 'For friends of Dora' });
  const { page } = await open(ana, { at: '/posts' });
  await openProfileOf(page, dora);
  await profile(page)
    .getByRole('link', { name: /^See .*’s posts$/ })
    .click();
  await page.waitForURL(`**/friends/${dora.id}`);
  await friendName(page, dora).waitFor();
  await page.getByText(`Friend of ${ben.name}`).waitFor();
  await page.getByText('You can only view details of direct friends').waitFor();
  await posts(page, dora).getByText('Lost: one green glove').waitFor();
  expect(await page.getByText('For friends of Dora').count()).toBe(0);
  expect(await page.getByText(dora.email).count()).toBe(0);
  expect(await about(page, dora).count()).toBe(0);
  expect(await barriers(page, 'friend of a friend')).toEqual([]);
  await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Report', `Block ${dora.name}`]);
  await page.keyboard.press('Escape');
  await addFriend(page.getByRole('main')).click();
  await expect.poll(async () => (await receivedBy(dora)).length).toBe(1);

  await page.goto(`/friends/${emil.id}`);
  await friendName(page, emil).waitFor();
  await page.getByRole('heading', { name: /has not written anything that you can see yet/ }).waitFor();
});

test('while the posts are not on the device the page says so, and without a network what to wait for', async ({
  open,
  circle,
  people: { ana, ben },
  faultProxy,
}) => {
  await circle.post(ben, { content: 'Bread at eight' });
  const { page } = await open(ana, { at: 'about:blank', url: faultProxy.url });
  // Posts alone do not arrive. The route stays: taking it off would answer a held request a second time.
  let arrive = false;
  await page.context().route('**/api/sync/pull', async (route) => {
    if (arrive) return route.continue();
    const response = await route.fetch().catch(() => null);
    if (!response) return route.abort();
    const { collections, ...rest } = (await response.json()) as { collections: Record<string, unknown> };
    const { posts: _posts, ...others } = collections;
    await route.fulfill({ response, json: { ...rest, collections: others } });
  });
  await page.goto(`/friends/${ben.id}`);
  await friendName(page, ben).waitFor();
  await posts(page, ben).getByRole('status').filter({ hasText: 'Loading posts' }).waitFor({ state: 'attached' });
  faultProxy.cut();
  await noticeNetwork(page);
  await posts(page, ben).getByRole('heading', { name: 'Ben’s posts are not on this device yet' }).waitFor();
  expect(await barriers(page, 'a friend whose posts have not arrived')).toEqual([]);
  arrive = true;
  faultProxy.heal();
  await noticeNetwork(page);
  await posts(page, ben).getByText('Bread at eight').waitFor();
});

test('details that were open are open again for who comes back', async ({ open, people: { ana, ben, carl } }) => {
  const { page } = await open(ana, { at: `/friends/${ben.id}` });
  await about(page, ben).click();
  await friendRow(page, carl).getByRole('link', { name: carl.name }).click();
  await page.waitForURL(`**/friends/${carl.id}`);
  await about(page, carl).waitFor();
  expect(await about(page, carl).getAttribute('aria-expanded')).toBe('false');
  await page.goBack();
  await friendRow(page, carl).waitFor();
  expect(await about(page, ben).getAttribute('aria-expanded')).toBe('true');
});

test('a long list of posts keeps its place for who comes back from a post', async ({ open, circle, people: { ana, ben } }) => {
  await postAll(
    circle,
    ben,
    Array.from({ length: 45 }, (_, n) => `Note ${n + 1}.`),
  );
  const { page } = await open(ana, { at: `/friends/${ben.id}` });
  await posts(page, ben).getByText('Note 45.').waitFor();
  const old = await scrollTo(page, 'Note 10.');
  await settled(old);
  const y = await page.evaluate(() => Math.round(scrollY));
  await old.click();
  await page.waitForURL('**/posts/*');
  await page.goBack();
  await old.waitFor();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(y);
});

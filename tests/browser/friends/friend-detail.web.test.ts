/** The page of a friend, and profiles and connections that open over any page: what each shows to whom, and what it offers. */
import type { Locator, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { offlineTest as browserTest } from '../../support/fixtures/browser.ts';
import type { Circle, Member } from '../../support/fixtures/server.ts';
import { cutSync, hasFocus, noticeNetwork, upToDate } from '../../support/on-screen.ts';

const LONG_NAME = 'Theodora-Maximiliane Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Langenburg';

/** Signs up a member with a unique address, so that each test can have its own Ana. */
const signUp = (circle: Circle, name: string) => circle.signUp(name, { email: `${uuid()}@kith.test` });
const receivedBy = async ({ client }: Member): Promise<unknown[]> =>
  (await client.get('/api/friends/invitations/received')).body.data.items;

const test = browserTest
  /**
   * Ana - Ben - Dora - Fay - Gus: in this chain only neighbours are friends. Ana and Ben also share Carl as a friend, and Ben also has
   * Emil.
   */
  .extend('people', async ({ circle }) => {
    const [ana, ben, carl] = [await signUp(circle, 'Ana Ribeiro'), await signUp(circle, 'Ben Okri'), await signUp(circle, 'Carl Vik')];
    const [dora, emil] = [await signUp(circle, LONG_NAME), await signUp(circle, '🌻🎻🧑‍🍳')];
    const [fay, gus] = [await signUp(circle, 'Fay Lund'), await signUp(circle, 'غسان الحدّاد')];
    await circle.befriend(ana, ben);
    await circle.befriend(ana, carl);
    await circle.befriend(ben, carl);
    await circle.befriend(ben, dora);
    await circle.befriend(ben, emil);
    await circle.befriend(dora, fay);
    await circle.befriend(fay, gus);
    await ben.client.put('/api/profiles/me', {
      bio: 'Slow reader,\nfast cyclist.',
      location: 'Porto',
      interests: ['soup', 'x'.repeat(60)],
    });
    return { ana, ben, carl, dora, emil, fay, gus };
  })
  /** Dora's post, which Ana sees through Ben. Fay and Gus, whom Ana does not know, comment on it too. */
  .extend('post', async ({ circle, people: { ben, dora, fay, gus } }) => {
    const post = await circle.post(dora, { content: 'Lost: one green glove', audience: 'friends_of_friends' });
    for (const member of [ben, fay, gus]) await circle.comment(member, post, `A word from ${member.name}`);
    return post;
  });

const friendRow = (page: Page, who: Member): Locator => page.getByRole('main').getByRole('listitem').filter({ hasText: who.name });
const friendName = (page: Page, who: Member): Locator => page.getByRole('heading', { level: 2, name: who.name });
const addFriend = (row: Locator): Locator => row.getByRole('button', { name: /^Add Friend/ });
const profile = (page: Page) => page.getByRole('dialog', { name: 'Profile' });
const path = (page: Page) => page.getByRole('dialog', { name: /^How you know/ });
const steps = (page: Page) => path(page).getByRole('listitem');
const openProfileOf = (page: Page, who: Member) =>
  page.getByRole('main').getByRole('button', { name: who.name, exact: true }).first().click();
async function openPathTo(page: Page, who: Member): Promise<void> {
  await openProfileOf(page, who);
  await profile(page).getByRole('button', { name: 'View connection' }).click();
}
async function closePath(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await path(page).waitFor({ state: 'hidden' });
}

describe('the page of a friend', () => {
  test('shows the friend and how each of their friends relates to the viewer, who invites each once and can answer them', async ({
    open,
    people,
    circle,
  }) => {
    const { ana, ben, carl, dora, emil } = people;
    const { page } = await open(ana, { at: '/friends' });
    await page.getByRole('list', { name: 'My Friends' }).getByRole('link', { name: ben.name }).click();
    await friendName(page, ben).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/friends/${ben.id}`);
    const main = page.getByRole('main');
    await main.getByText(ben.email).waitFor();
    await main.getByText('Slow reader,\nfast cyclist.').waitFor();
    await main.getByText('Porto').waitFor();
    const facts = main.locator('dl > div');
    await expect.poll(async () => (await facts.allInnerTexts())[2]).toMatch(/^Friends\s+4$/);
    expect((await facts.allInnerTexts())[0]).toMatch(/^Friends since\s+.*\d{4}/);
    await friendRow(page, ana).getByText('You', { exact: true }).waitFor();
    await friendRow(page, carl).getByText('Already Friends').waitFor();
    for (const who of [dora, emil])
      await friendRow(page, who)
        .getByRole('button', { name: `Add Friend ${who.name}` })
        .waitFor();
    for (const who of [ana, carl])
      expect(
        await friendRow(page, who)
          .getByRole('button', { name: /Add Friend|Cancel/ })
          .count(),
      ).toBe(0);
    expect(await barriers(page, 'friend')).toEqual([]);

    // However often the button is pressed, it sends one invitation.
    const row = friendRow(page, emil);
    await addFriend(row).dblclick();
    await row.getByText('Invited', { exact: true }).waitFor();
    await hasFocus(row.getByRole('button', { name: `Cancel the invitation to ${emil.name}` }));
    await expect.poll(async () => (await receivedBy(emil)).length).toBe(1);
    await page.keyboard.press('Enter');
    await hasFocus(addFriend(row));
    await expect.poll(async () => (await receivedBy(emil)).length).toBe(0);

    // A member who invited first gets an answer, not an invitation.
    await circle.invite(emil, { member: ana.id });
    await row.getByText('Invited you').waitFor();
    expect(await addFriend(row).count()).toBe(0);
    await row.getByRole('button', { name: `Decline the invitation of ${emil.name}` }).click();
    await addFriend(row).waitFor();
  });

  test('loads on a device that does not have it yet; only friends have such a page, and there is no page below it', async ({
    open,
    people,
  }) => {
    const { ana, ben, emil, fay } = people;
    const { page } = await open(ana, { at: 'about:blank' });
    await cutSync(page);
    await page.goto(`/friends/${ben.id}`);
    await page.getByText('Connection Error').waitFor();
    await page.getByText('This friend is not on this device yet.').waitFor();
    await page.context().unroute('**/api/sync/**');
    // The page may also load by itself before the button is pressed.
    await Promise.any([page.getByRole('button', { name: 'Try again' }).click(), friendName(page, ben).waitFor()]);
    await friendName(page, ben).waitFor();

    for (const [address, text] of [
      [`/friends/${emil.id}`, 'You can only view details of direct friends'],
      [`/friends/${ana.id}`, 'Friend not found or you are not friends with this user'],
      [`/friends/${fay.id}`, 'Friend not found or you are not friends with this user'],
      ['/friends/nobody', 'Friend not found or you are not friends with this user'],
    ] as const) {
      await page.goto(address);
      await page.getByRole('heading', { name: text }).waitFor();
      expect(await page.getByRole('button', { name: 'Unfriend' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Go to friends' }).click();
      await page.waitForURL('**/friends');
    }
    await page.goto(`/friends/${ben.id}/more`);
    await page.waitForURL('**/posts');
  });
});

test('a profile opens from a name by keyboard and returns the focus; what it shows depends on how close the members are', async ({
  open,
  people,
  post,
  circle,
}) => {
  const { ana, ben, dora, gus } = people;
  await circle.invite(ana, { member: dora.id });
  const { page } = await open(ana);
  const name = page.getByRole('article').getByRole('button', { name: dora.name });
  await name.focus();
  await page.keyboard.press('Enter');
  await profile(page).getByRole('heading', { name: dora.name }).waitFor();
  await profile(page).getByText(`Friend of ${ben.name}`).waitFor();
  expect(await profile(page).getByText(dora.email).count()).toBe(0);
  await profile(page)
    .getByRole('button', { name: `Cancel the invitation to ${dora.name}` })
    .waitFor();
  expect(await barriers(page, 'profile of a friend of a friend')).toEqual([]);
  await page.keyboard.press('Escape');
  await hasFocus(name);
  expect(new URL(page.url()).pathname).toBe('/posts');

  // Of a member outside the network, the profile shows only what came with their comment.
  await page.goto(`/posts/${post}`);
  await openProfileOf(page, gus);
  await profile(page).getByText('Not in your network').waitFor();
  await page.keyboard.press('Escape');
  await profile(page).waitFor({ state: 'hidden' });

  // Only the profiles of direct friends and the member's own show the email address.
  await openProfileOf(page, ben);
  await profile(page).getByText(ben.email).waitFor();
  await profile(page).getByText('Slow reader,').waitFor();
  await profile(page).getByText('Porto').waitFor();
  await profile(page).getByText('soup').waitFor();
  await profile(page).getByRole('link', { name: 'Open friend page' }).click();
  await friendName(page, ben).waitFor();
  expect(await profile(page).count()).toBe(0);
  await friendRow(page, ana).getByRole('button', { name: ana.name }).click();
  await profile(page).getByText(ana.email).waitFor();
});

test('the connection path leads through the author of the post, warns when it is long, and is not found once a friendship on it ends', async ({
  open,
  people,
  post,
  circle,
}) => {
  const { ana, ben, dora, fay, gus } = people;
  const { page } = await open(ana, { at: `/posts/${post}` });
  await openPathTo(page, gus);
  await path(page).getByText('This path is longer than four people.').waitFor();
  await expect.poll(() => steps(page).count()).toBe(5);
  const texts = await steps(page).allInnerTexts();
  // Below the initials of each picture come the name and one line.
  expect(texts.map((text) => text.trim().split('\n').at(-2))).toEqual(['You', ben.name, dora.name, 'Unknown User', gus.name]);
  expect(texts[1]).toContain('Your friend since today');
  expect(texts[2]).toContain('Friend of Ben');
  expect(await barriers(page, 'long path')).toEqual([]);
  await closePath(page);

  await openPathTo(page, fay);
  await expect.poll(() => steps(page).count()).toBe(4);
  expect(await path(page).getByText('This path is longer').count()).toBe(0);
  await closePath(page);

  // A failed load is retried automatically, and then by the button.
  await page.route('**/connection-path*', (route) => route.abort());
  await openPathTo(page, gus);
  await path(page).getByText('Failed to load connection path').waitFor();
  await page.unroute('**/connection-path*');
  await path(page).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => steps(page).count()).toBe(5);
  await closePath(page);

  await circle.unfriend(fay, gus);
  await openPathTo(page, gus);
  await path(page).getByText('No connection path found').waitFor();
});

test('without a network the page of a friend works, connections among own friends are known, and an invitation is sent later', async ({
  open,
  people,
  post,
  faultProxy,
}) => {
  const { ana, ben, carl, dora, gus } = people;
  const { page } = await open(ana, { url: faultProxy.url });
  await upToDate(page);
  await page.goto(`/posts/${post}`);
  const back = async (): Promise<void> => {
    faultProxy.heal();
    await noticeNetwork(page);
  };
  await page.getByText(`A word from ${gus.name}`).waitFor();
  await waitForOfflineApp(page);
  faultProxy.cut();
  await page.getByText('Connection lost').first().waitFor();
  await openPathTo(page, dora);
  await expect.poll(() => steps(page).count()).toBe(3);
  await closePath(page);
  await openPathTo(page, gus);
  await path(page).getByText('This path goes beyond what is on this device.').waitFor();
  await back();
  await expect.poll(() => steps(page).count()).toBe(5);

  await page.goto(`/friends/${ben.id}`);
  await addFriend(friendRow(page, dora)).waitFor();
  faultProxy.cut();
  await page.reload();
  await friendRow(page, carl).getByText('Already Friends').waitFor();
  await page.getByText('Connection lost').first().waitFor();
  await addFriend(friendRow(page, dora)).click();
  await page.getByText('Saved. Your invitation is sent when you are back online.').waitFor();
  await friendRow(page, dora).getByText('Saved, not sent yet').waitFor();
  await back();
  await friendRow(page, dora).getByText('Saved, not sent yet').waitFor({ state: 'hidden' });
  await expect.poll(async () => (await receivedBy(dora)).length).toBe(1);
  await page.goto('/friends');
  await page.getByRole('button', { name: `Cancel the invitation to ${dora.name}` }).waitFor();
});

test('when the other member ends a friendship, its page disappears; ending one asks by name, and leads back to the remaining friends', async ({
  open,
  people,
  circle,
}) => {
  const { ana, ben, carl } = people;
  const { page } = await open(ana, { at: `/friends/${carl.id}` });
  await friendName(page, carl).waitFor();
  await circle.unfriend(carl, ana);
  // Ben is still a friend of both.
  await page.getByRole('heading', { name: 'You can only view details of direct friends' }).waitFor();
  expect(await barriers(page, 'a friendship that ended')).toEqual([]);

  await page.goto(`/friends/${ben.id}`);
  await friendName(page, ben).waitFor();
  await addFriend(friendRow(page, carl)).waitFor();
  const unfriend = page.getByRole('button', { name: 'Unfriend', exact: true });
  await unfriend.click();
  const question = page.getByRole('alertdialog', { name: `Unfriend ${ben.name}?` });
  await question.getByText('This cannot be undone').waitFor();
  expect(await barriers(page, 'unfriend')).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await hasFocus(unfriend);
  await unfriend.click();
  await question.getByRole('button', { name: 'Unfriend' }).click();
  await page.waitForURL('**/friends');
  await page.getByText('0 of 8').waitFor();
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

test('somebody is blocked from their page or profile after a question, and disappears from friends and feed', async ({
  open,
  people,
  post,
  circle,
}) => {
  const { ana, ben, carl, dora } = people;
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
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Report', `Block ${ben.name}`]);
  await block.press('Enter');
  const question = page.getByRole('alertdialog', { name: `Block ${ben.name}?` });
  await question.getByText('If you are friends, that ends.').waitFor();
  expect(await barriers(page, 'block')).toEqual([]);
  await page.keyboard.press('Escape');
  await hasFocus(more);

  // Somebody else, from her profile. She is no friend, so its menu only reports and blocks.
  await page.goto(`/posts/${post}`);
  await openProfileOf(page, dora);
  // The menu is beside the close button, and works by keyboard.
  const about = profile(page).getByRole('button', { name: `More: ${dora.name}` });
  await about.press('Enter');
  expect(await profile(page).getByRole('menuitem').allTextContents()).toEqual(['Report', `Block ${dora.name}`]);
  expect(await barriers(page, 'the menu of a profile')).toEqual([]);
  await page.keyboard.press('Escape');
  await hasFocus(about);
  await about.press('Enter');
  await page.getByRole('menuitem', { name: `Block ${dora.name}` }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByText('This post has been deleted or is no longer available.').waitFor();

  await page.goto(`/friends/${ben.id}`);
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
  expect(await card.getByText('🎉').count()).toBe(0);
  await card.getByText('1 comment', { exact: true }).click();
  await page.getByText('Then I bring spoons').waitFor();
  expect(await page.getByText('Soup is mine').count()).toBe(0);
  await expect
    .poll(async () => (await ana.client.get('/api/friends/blocked')).body.data.items.map((one: { id: string }) => one.id))
    .toEqual([ben.id, dora.id]);
});

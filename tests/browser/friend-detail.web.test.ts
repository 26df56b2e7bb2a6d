/** The page of a friend, and profiles and connections as they open over any page: what each shows to whom, and what it offers. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers } from '../support/barriers.ts';
import { openProfile, type Profile, waitForOfflineApp } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { upToDate } from '../support/on-screen.ts';
import { befriend, clientOf, type Person, person, register, signIn } from '../support/people.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';

const named = (name: string, mail: string): Person => ({ ...person(name), email: `${mail}@kith.test` });
const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
const carl = person('Carl Vik');
const dora = named('Theodora-Maximiliane Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Langenburg', 'dora');
const emil = named('🌻🎻🧑‍🍳', 'emil');
const fay = person('Fay Lund');
const gus = named('غسان الحدّاد', 'gus');

let server: TestServer;
let network: FaultProxy;
let anas: Profile;
let page: Page;
const ids = new Map<Person, string>();
const idOf = (who: Person): string => ids.get(who) ?? '';
/** Dora's post, which Ana sees over Ben. */
let post: string;

beforeAll(async () => {
  const port = await freePort();
  network = await startFaultProxy(port);
  server = await startServer({ port, publicUrl: network.url });
  for (const who of [ana, ben, carl, dora, emil, fay, gus]) ids.set(who, (await register(server, who)).id);
  // Ana - Ben - Dora - Fay - Gus, each a friend of the next alone.
  const friendships = [
    [ana, ben],
    [ana, carl],
    [ben, carl],
    [ben, dora],
    [ben, emil],
    [dora, fay],
    [fay, gus],
  ] as const;
  for (const [one, other] of friendships) await befriend(server, one, other);
  const bens = await clientOf(server, ben);
  await bens.put('/api/profiles/me', { bio: 'Slow reader,\nfast cyclist.', location: 'Porto', interests: ['soup', 'x'.repeat(60)] });
  const doras = await clientOf(server, dora);
  const written = await doras.post('/api/posts', { content: 'Lost: one green glove', visibility_type: 'friends_of_friends' });
  post = written.body.data.id;
  for (const who of [ben, fay, gus]) {
    const client = await clientOf(server, who);
    await client.post(`/api/posts/${post}/comments`, { content: `A word from ${who.email}` });
  }
  anas = await openProfile({ url: network.url });
  page = anas.page;
  await signIn(page, ana);
  await upToDate(page);
  await waitForOfflineApp(page);
});
afterAll(async () => {
  await anas?.close();
  await server?.stop();
  await network?.close();
});

const open = async (who: Person) => {
  await page.goto(`/friends/${idOf(who)}`);
  await page.getByRole('heading', { level: 2, name: who.name }).waitFor();
};
const friendRow = (who: Person): Locator => page.getByRole('main').getByRole('listitem').filter({ hasText: who.name });
const profile = () => page.getByRole('dialog', { name: 'Profile' });
const path = () => page.getByRole('dialog', { name: /^How you know/ });
const openProfileOf = (who: Person) => page.getByRole('main').getByRole('button', { name: who.name, exact: true }).first().click();
async function openPathTo(who: Person): Promise<void> {
  await openProfileOf(who);
  await profile().getByRole('button', { name: 'View connection' }).click();
}
const hasFocus = (one: Locator) => expect.poll(() => one.evaluate((element) => element === document.activeElement)).toBe(true);
async function heal(): Promise<void> {
  network.heal();
  await page.evaluate(() => dispatchEvent(new Event('online')));
}
/** Invitations that wait for an answer of theirs. */
async function receivedBy(who: Person): Promise<unknown[]> {
  const client = await clientOf(server, who);
  return (await client.get('/api/friends/invitations/received')).body.data.items;
}

describe('the page of a friend', () => {
  test('shows who they are, and how each of their friends stands', async () => {
    await page.goto('/friends');
    await page.getByRole('link', { name: ben.name }).click();
    await page.getByRole('heading', { level: 2, name: ben.name }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/friends/${idOf(ben)}`);
    const main = page.getByRole('main');
    await main.getByText(ben.email).waitFor();
    await main.getByText('Slow reader,\nfast cyclist.').waitFor();
    await main.getByText('Porto').waitFor();
    const facts = await main.locator('dl > div').allInnerTexts();
    expect(facts[0]).toMatch(/^Friends since\s+.*\d{4}/);
    expect(facts[2]).toMatch(/^Friends\s+4$/);
    await friendRow(ana).getByText('You', { exact: true }).waitFor();
    await friendRow(carl).getByText('Already Friends').waitFor();
    for (const who of [dora, emil])
      await friendRow(who)
        .getByRole('button', { name: `Add Friend ${who.name}` })
        .waitFor();
    for (const who of [ana, carl])
      expect(
        await friendRow(who)
          .getByRole('button', { name: /Add Friend|Cancel/ })
          .count(),
      ).toBe(0);
    expect(await barriers(page, 'friend')).toEqual([]);
  });

  test('asks somebody once, however often it is pressed, and takes it back', async () => {
    const row = friendRow(emil);
    await row.getByRole('button', { name: /^Add Friend/ }).dblclick();
    await page.getByText('Friend request sent successfully!').waitFor();
    await row.getByText('Invited', { exact: true }).waitFor();
    const cancel = row.getByRole('button', { name: `Cancel the invitation to ${emil.name}` });
    await hasFocus(cancel);
    await expect.poll(async () => (await receivedBy(emil)).length).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByText('Invitation cancelled successfully').waitFor();
    await hasFocus(row.getByRole('button', { name: /^Add Friend/ }));
    await expect.poll(async () => (await receivedBy(emil)).length).toBe(0);
  });

  test('offers to answer somebody who asked first, not to ask them', async () => {
    const emils = await clientOf(server, emil);
    await emils.post(`/api/friends/invite-by-id/${idOf(ana)}`);
    const row = friendRow(emil);
    await row.getByText('Invited you').waitFor();
    expect(await row.getByRole('button', { name: /^Add Friend/ }).count()).toBe(0);
    await row.getByRole('button', { name: `Decline the invitation of ${emil.name}` }).click();
    await row.getByRole('button', { name: /^Add Friend/ }).waitFor();
  });

  test('stands without a network, and what is asked there is sent later', async () => {
    network.cut();
    await page.reload();
    await friendRow(carl).getByText('Already Friends').waitFor();
    await page.getByText('Connection lost').first().waitFor();
    await friendRow(dora)
      .getByRole('button', { name: /^Add Friend/ })
      .click();
    await page.getByText('Saved. Your invitation is sent when you are back online.').waitFor();
    await friendRow(dora).getByText('Saved, not sent yet').waitFor();
    await heal();
    await friendRow(dora).getByText('Saved, not sent yet').waitFor({ state: 'hidden' });
    await expect.poll(async () => (await receivedBy(dora)).length).toBe(1);
    await page.goto('/friends');
    await page.getByRole('button', { name: `Cancel the invitation to ${dora.name}` }).waitFor();
  });

  test.each([
    ['a friend of a friend', () => `/friends/${idOf(emil)}`, 'You can only view details of direct friends'],
    ['oneself', () => `/friends/${idOf(ana)}`, 'Friend not found or you are not friends with this user'],
    ['somebody further away', () => `/friends/${idOf(fay)}`, 'Friend not found or you are not friends with this user'],
    ['no id', () => '/friends/nobody', 'Friend not found or you are not friends with this user'],
  ])('is not shown of %s', async (_who, address, text) => {
    await page.goto(address());
    await page.getByRole('heading', { name: text }).waitFor();
    expect(await page.getByRole('button', { name: 'Unfriend' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Go to friends' }).click();
    await page.waitForURL('**/friends');
  });

  test('has nothing below it', async () => {
    await page.goto(`/friends/${idOf(ben)}/more`);
    await page.waitForURL('**/posts');
  });

  test('says on a device that does not have it yet that it will come, and then it comes', async () => {
    const fresh = await openProfile({ url: network.url });
    try {
      await fresh.context.route('**/api/sync/**', (route) => route.abort());
      await signIn(fresh.page, ana);
      await fresh.page.goto(`/friends/${idOf(ben)}`);
      await fresh.page.getByText('Connection Error').waitFor();
      await fresh.page.getByText('This friend is not on this device yet.').waitFor();
      await fresh.context.unroute('**/api/sync/**');
      await fresh.page.getByRole('button', { name: 'Try again' }).click();
      await fresh.page.getByRole('heading', { name: ben.name }).waitFor();
    } finally {
      await fresh.close();
    }
  });
});

describe('a profile', () => {
  test('opens from a name by keyboard, stays on the page, and gives the focus back', async () => {
    await page.goto('/posts');
    const name = page.getByRole('article').getByRole('button', { name: dora.name });
    await name.focus();
    await page.keyboard.press('Enter');
    await profile().getByRole('heading', { name: dora.name }).waitFor();
    await profile().getByText(`Friend of ${ben.name}`).waitFor();
    expect(await profile().getByText(dora.email).count()).toBe(0);
    await profile()
      .getByRole('button', { name: `Cancel the invitation to ${dora.name}` })
      .waitFor();
    expect(await barriers(page, 'profile of a friend of a friend')).toEqual([]);
    await page.keyboard.press('Escape');
    await hasFocus(name);
    expect(new URL(page.url()).pathname).toBe('/posts');
  });

  test('shows the address of a direct friend and of oneself alone', async () => {
    await page.goto(`/posts/${post}`);
    await openProfileOf(ben);
    await profile().getByText(ben.email).waitFor();
    await profile().getByText('Slow reader,').waitFor();
    await profile().getByText('Porto').waitFor();
    await profile().getByText('soup').waitFor();
    await profile().getByRole('link', { name: 'Open friend page' }).click();
    await page.getByRole('heading', { level: 2, name: ben.name }).waitFor();
    expect(await profile().count()).toBe(0);
    await friendRow(ana).getByRole('button', { name: ana.name }).click();
    await profile().getByText(ana.email).waitFor();
    await page.keyboard.press('Escape');
  });

  test('of somebody outside of the network is no more than what they wrote brought', async () => {
    await page.goto(`/posts/${post}`);
    await openProfileOf(gus);
    await profile().getByText('Not in your network').waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('how one is connected', () => {
  test('with somebody far away leads over the author of the post, with a warning where it is long', async () => {
    await page.goto(`/posts/${post}`);
    await openPathTo(gus);
    await path().getByText('This path is longer than four people.').waitFor();
    const steps = path().getByRole('listitem');
    expect(await steps.count()).toBe(5);
    const texts = await steps.allInnerTexts();
    // Below each picture's letters stand the name and a line.
    expect(texts.map((text) => text.trim().split('\n').at(-2))).toEqual(['You', ben.name, dora.name, 'Unknown User', gus.name]);
    expect(texts[1]).toContain('Your friend since today');
    expect(texts[2]).toContain('Friend of Ben');
    expect(await barriers(page, 'long path')).toEqual([]);
    await page.keyboard.press('Escape');
    await path().waitFor({ state: 'hidden' });
  });

  test('of four is no reason for a warning', async () => {
    await openPathTo(fay);
    await expect.poll(() => path().getByRole('listitem').count()).toBe(4);
    expect(await path().getByText('This path is longer').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('that cannot be loaded is asked for again', async () => {
    await page.route('**/connection-path*', (route) => route.abort(), { times: 1 });
    await openPathTo(gus);
    await path().getByText('Failed to load connection path').waitFor();
    await path().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => path().getByRole('listitem').count()).toBe(5);
    await page.keyboard.press('Escape');
  });

  test('is known without a network as far as one’s own friends reach, and says where it is not', async () => {
    network.cut();
    await page.getByText('Connection lost').first().waitFor();
    await openPathTo(dora);
    await expect.poll(() => path().getByRole('listitem').count()).toBe(3);
    await page.keyboard.press('Escape');
    await openPathTo(gus);
    await path().getByText('This path goes beyond what is on this device.').waitFor();
    await heal();
    await expect.poll(() => path().getByRole('listitem').count()).toBe(5);
    await page.keyboard.press('Escape');
  });

  test('with nobody in between there is none', async () => {
    const fays = await clientOf(server, fay);
    await fays.delete(`/api/friends/${idOf(gus)}/unfriend`);
    await openPathTo(gus);
    await path().getByText('No connection path found').waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('a friendship that ends', () => {
  test('takes the page with it when the other ends it', async () => {
    await open(carl);
    const carls = await clientOf(server, carl);
    await carls.delete(`/api/friends/${idOf(ana)}/unfriend`);
    // Ben still knows both.
    await page.getByRole('heading', { name: 'You can only view details of direct friends' }).waitFor();
    expect(await barriers(page, 'a friendship that ended')).toEqual([]);
    await open(ben);
    await friendRow(carl)
      .getByRole('button', { name: /^Add Friend/ })
      .waitFor();
  });

  test('is asked about, named, and leads back to those who stay', async () => {
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
    await page.getByText(`${ben.name} has been removed from your friends list.`).waitFor();
    await page.waitForURL('**/friends');
    await page.getByText('0 of 8').waitFor();
    const bens = await clientOf(server, ben);
    await expect
      .poll(async () => (await bens.get('/api/friends')).body.data.items.map((row: { friend_id: string }) => row.friend_id))
      .not.toContain(idOf(ana));
  });
});

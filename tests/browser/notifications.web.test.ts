/**
 * Notifications as a member meets them: on two devices at once, in the list, the bell, the title and the icon of the app, and where a
 * press leads, with a network and without.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { barriers, violations } from '../support/barriers.ts';
import { DESKTOP, openProfile, type Profile, waitForOfflineApp } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { befriend, clientOf, person, register, signIn } from '../support/people.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
const tom = person('Tomás Novák');
/** What one device does shows on the other within this. */
const EQUAL_WITHIN_MS = 2000;
let server: TestServer;
/** of the phone, so that it can be without a network while the laptop has one */
let network: FaultProxy;
let phones: Profile;
let laptops: Profile;
let phone: Page;
let laptop: Page;
let anas: ApiClient;
let bens: ApiClient;
let post: string;

/** No page can read the number on its own icon: what was asked of the system is kept beside it. */
async function watchAppBadge(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const told = globalThis as unknown as { appBadge: number };
    const set = navigator.setAppBadge.bind(navigator);
    const clear = navigator.clearAppBadge.bind(navigator);
    navigator.setAppBadge = (count) => {
      told.appBadge = count ?? 0;
      return set(count);
    };
    navigator.clearAppBadge = () => {
      told.appBadge = 0;
      return clear();
    };
  });
}

beforeAll(async () => {
  const port = await freePort();
  network = await startFaultProxy(port);
  server = await startServer({ port });
  for (const who of [ana, ben, tom]) await register(server, who);
  await befriend(server, ana, ben);
  [anas, bens] = await Promise.all([clientOf(server, ana), clientOf(server, ben)]);
  post = (await ok(anas.post('/api/posts', { content: 'Soup at seven, bring a bowl', visibility_type: 'friends' }))).id;
  for (const client of [anas, bens]) await client.put('/api/notifications/read-all');
  [phones, laptops] = await Promise.all([openProfile({ url: network.url }), openProfile({ url: server.url, viewport: DESKTOP })]);
  for (const profile of [phones, laptops]) await watchAppBadge(profile.context);
  [phone, laptop] = [phones.page, laptops.page];
  await Promise.all([signIn(phone, ana), signIn(laptop, ana)]);
  for (const page of [phone, laptop]) await page.getByText('Soup at seven').waitFor();
});
afterAll(async () => {
  await Promise.all([phones?.close(), laptops?.close()]);
  await server?.stop();
  await network?.close();
});
beforeEach(async ({ task }) => {
  // Each story counts from none, whatever became of the one before.
  await anas.put('/api/notifications/read-all');
  onTestFailed(async () => {
    await phone.screenshot({ path: `test-results/${task.id}-phone.png` });
    await laptop.screenshot({ path: `test-results/${task.id}-laptop.png` });
  });
});

async function ok(answer: Promise<{ status: number; body: { data: { id: string } } }>): Promise<{ id: string }> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}
const commentOn = async (by: ApiClient, content: string) => (await ok(by.post(`/api/posts/${post}/comments`, { content }))).id;
const row = (page: Page, text: string) => page.getByRole('main').locator('[data-notification]').filter({ hasText: text });
const press = (page: Page, text: string) => row(page, text).getByRole('link').click();
async function choose(page: Page, text: string, action: string): Promise<void> {
  await row(page, text).getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
async function list(page: Page): Promise<void> {
  await page.goto('/notifications');
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
}
const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length);
/** Waits until bell, title and icon all say so. */
async function says(page: Page, unread: number): Promise<void> {
  await expect
    .poll(() => page.title(), { interval: 20 })
    .toMatch(unread > 0 ? new RegExp(`^\\(${unread}\\) .+ · Kith$`) : /^[^(]+ · Kith$/);
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { appBadge?: number }).appBadge ?? 0), { interval: 20 })
    .toBe(unread);
  if (pathOf(page).startsWith('/notifications') && page === phone) return;
  await page
    .getByRole('link', { name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications', exact: true })
    .first()
    .waitFor();
}
/** Both devices say so, and soon. */
async function bothSay(unread: number): Promise<void> {
  const begun = Date.now();
  await Promise.all([says(phone, unread), says(laptop, unread)]);
  expect(Date.now() - begun).toBeLessThan(EQUAL_WITHIN_MS);
}

describe('two devices of one member', () => {
  test('both tell of a comment, in the bell, the title and on the icon', async () => {
    await bothSay(0);
    expect(await laptop.title()).toBe('Posts · Kith');
    await commentOn(bens, 'I bring bread.');
    await bothSay(1);
    expect(await laptop.title()).toBe('(1) Posts · Kith');
  });

  test('a press leads to that very comment; what is read here is read there', async () => {
    const id = await commentOn(bens, 'And a knife.');
    await bothSay(1);
    await phone.getByRole('link', { name: 'Notifications, 1 unread' }).click();
    // What it is about is joined from another row, which may be a moment later.
    await press(phone, 'And a knife.');
    await bothSay(0);
    expect(pathOf(phone)).toBe(`/posts/${post}?comment=${id}`);
  });

  test('who has the post open has read what is told of it', async () => {
    await phone.goto(`/posts/${post}`);
    await phone.getByText('I bring bread.').waitFor();
    await laptop.goto('/notifications');
    await row(laptop, 'I bring bread.').waitFor();
    await commentOn(bens, 'And butter.');
    await row(laptop, 'And butter.').waitFor();
    await bothSay(0);
    await laptop.goto('/posts');
  });

  test('a notice is marked read or deleted without opening it, by menu and by keyboard, and so on the other device', async () => {
    await list(phone);
    await row(phone, 'And butter.').waitFor();
    await Promise.all(
      ['👍', '🎉', '🔥'].map((emoji_code) => bens.post('/api/posts/reactions', { target_type: 'post', target_id: post, emoji_code })),
    );
    await bothSay(3);
    await choose(phone, '👍', 'Mark as read');
    await bothSay(2);
    expect(pathOf(phone)).toBe('/notifications');
    await choose(phone, '🎉', 'Delete');
    await bothSay(1);
    expect(await row(phone, '🎉').count()).toBe(0);
    // The focus stands where the row was, not at the top of the page.
    const focused = () => phone.evaluate(() => document.activeElement?.closest('[data-notification]')?.textContent ?? '');
    await expect.poll(focused).not.toBe('');
    await row(phone, '🔥').getByRole('link').focus();
    await phone.keyboard.press('Delete');
    await bothSay(0);
    await expect.poll(() => row(phone, '🔥').count()).toBe(0);
    await expect.poll(focused).not.toBe('');
    const left = (await anas.get('/api/notifications')).body.data.items;
    const emoji = left.flatMap((item: { emoji_code: string | null }) => item.emoji_code ?? []);
    expect(emoji).toEqual(['👍']);
  });

  test('all are marked read at once', async () => {
    const other = (await ok(anas.post('/api/posts', { content: 'Who has the key?', visibility_type: 'friends' }))).id;
    for (const text of ['I have.', 'Had, I mean.']) await ok(bens.post(`/api/posts/${other}/comments`, { content: text }));
    await bothSay(2);
    await phone.getByRole('button', { name: 'Mark all as read' }).click();
    await bothSay(0);
    await phone.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
    await expect.poll(() => phone.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  test('more than 99 are 99+ in bell and title, and are counted on the icon', async () => {
    await Promise.all([phone, laptop].map((page) => page.goto('/posts')));
    for (let nth = 1; nth <= 100; nth += 1) await commentOn(bens, `Guest ${nth} comes`);
    for (const page of [phone, laptop]) {
      await expect.poll(() => page.evaluate(() => (globalThis as unknown as { appBadge?: number }).appBadge)).toBe(100);
      const bell = page.getByRole('link', { name: 'Notifications, 100 unread' });
      await bell.getByText('99+').waitFor();
      expect(await page.title()).toMatch(/^\(99\+\) /);
    }
  });

  test('a comment that is deleted takes its notice along', async () => {
    const id = await commentOn(bens, 'Never mind.');
    await bothSay(1);
    await ok(bens.delete(`/api/posts/${post}/comments/${id}`));
    await bothSay(0);
    await expect.poll(() => row(phone, 'Never mind.').count()).toBe(0);
  });
});

describe('where a press leads', () => {
  test('a friend request, its row under the eyes and in focus, and what is asked there answers it', async () => {
    const toms = await clientOf(server, tom);
    const { id } = await ok(toms.post('/api/friends/invite', { email: ana.email }));
    await bothSay(1);
    await list(phone);
    await press(phone, 'Tomás Novák sent you a friend request');
    await phone.waitForURL(`**/friends?invitation=${id}`);
    const asked = phone.getByRole('listitem').filter({ hasText: tom.name });
    await expect.poll(() => asked.evaluate((element) => element === document.activeElement && 'arrived' in element.dataset)).toBe(true);
    await bothSay(0);
    await expect.poll(() => asked.getAttribute('data-arrived')).toBeNull();
    await asked.getByRole('button', { name: /^Accept/ }).click();
    await phone.getByText('2 of 8').waitFor();
    expect(await phone.getByText('This invitation is no longer open.').count()).toBe(0);
    // Later the same notice leads to the friend.
    await list(phone);
    await expect
      .poll(() => row(phone, 'Tomás Novák sent you a friend request').getByRole('link').getAttribute('href'))
      .toMatch(/^\/friends\/[0-9a-f-]{36}$/);
  });

  test('a request that was taken back meanwhile says so', async () => {
    await phone.goto('/friends?invitation=0190a0b0-0000-7000-8000-000000000001');
    await phone.getByText('This invitation is no longer open.').waitFor();
  });

  test('an invitation into a group and a message in it, which is shown', async () => {
    const group = (await ok(bens.post('/api/groups', { name: 'Sunday table', description: null, invited_user_ids: [] }))).id;
    const invited = (await ok(bens.post(`/api/groups/${group}/invite`, { email: ana.email }))).id;
    await list(phone);
    const invitation = row(phone, 'Ben Okri invited you to Sunday table').getByRole('link');
    expect(await invitation.getAttribute('href')).toBe(`/groups?invitation=${invited}`);
    await ok(anas.post(`/api/groups/invitations/${invited}/accept`));
    await expect.poll(() => invitation.getAttribute('href')).toBe(`/groups/${group}`);
    const message = (await ok(bens.post(`/api/groups/${group}/messages`, { content: 'The more the better.' }))).id;
    await ok(bens.post(`/api/groups/${group}/messages`, { content: 'Six, then.' }));
    const told = row(phone, 'Ben Okri wrote in Sunday table');
    await expect.poll(() => told.textContent()).toContain('The more the better.');
    expect(await told.getByRole('link').getAttribute('href')).toBe(`/groups/${group}?message=${message}`);
    await told.getByRole('link').click();
    await phone.getByText('Six, then.').waitFor();
    await bothSay(0);
    // Who has read in the chat, by whatever way they came there, is told of the next.
    await phone.goto('/groups');
    await ok(bens.post(`/api/groups/${group}/messages`, { content: 'Seven.' }));
    await bothSay(1);
    await phone.getByRole('link', { name: 'Sunday table' }).click();
    await phone.getByText('Seven.').waitFor();
    await bothSay(0);
    await phone.goto('/groups');
    await ok(bens.post(`/api/groups/${group}/messages`, { content: 'Eight!' }));
    await bothSay(1);
    await list(phone);
    await phone.getByRole('button', { name: 'Mark all as read' }).click();
    await bothSay(0);
  });
});

describe('without a network', () => {
  test('what is held opens, also from a closed browser; what is read is read everywhere once it is back', async () => {
    await phone.goto('/posts');
    await commentOn(bens, 'Salt?');
    await bothSay(1);
    await waitForOfflineApp(phone);
    network.cut();
    await phone.getByText('Connection lost').waitFor();
    phone = await phones.reopen();
    await watchAppBadge(phones.context);
    await list(phone);
    await press(phone, 'Salt?');
    await phone.waitForURL(/\/posts\/[0-9a-f-]{36}\?comment=[0-9a-f-]{36}$/);
    await phone.getByRole('listitem').filter({ hasText: 'Salt?' }).waitFor();
    await says(phone, 0);
    await says(laptop, 1);
    network.heal();
    await says(laptop, 0);
  });

  test('a device that has fetched none yet says when they load, and then they do', async () => {
    await phones.context.route('**/api/sync/**', (route) => route.abort());
    // A database that is as good as new: nothing was ever fetched into it.
    await phone.goto('/terms');
    await phone.evaluate(async () => {
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    });
    await list(phone);
    await phone.getByText('They will load when you are online.').waitFor();
    await phones.context.unroute('**/api/sync/**');
    await phone.getByRole('button', { name: 'Try again' }).click();
    await row(phone, 'Salt?').waitFor();
  });
});

describe('the list', () => {
  test('a change that the server refuses goes back, says so, and leaves nothing behind', async () => {
    await commentOn(bens, 'Pepper?');
    await bothSay(1);
    // What this device sends arrives as something that no server takes: a notice that is to be unread again.
    await phones.context.route('**/api/sync/push', (route) =>
      route.continue({ postData: (route.request().postData() ?? '').replaceAll('"is_read":true', '"is_read":false') }),
    );
    await choose(phone, 'Pepper?', 'Mark as read');
    await phone.getByText('Failed to update notification. Please try again.').waitFor();
    await says(phone, 1);
    expect(await phone.getByText('was not accepted').count()).toBe(0);
    await phones.context.unroute('**/api/sync/push');
    await phone.goto('/notifications?outbox');
    await phone.getByRole('dialog', { name: 'Outbox' }).getByText('Everything is sent').waitFor();
    await list(phone);
    await choose(phone, 'Pepper?', 'Mark as read');
    await bothSay(0);
  });

  test('long names and texts, other directions and emoji fit every screen, and nothing bars the way', async () => {
    await bens.put('/api/profiles/me', { name: `Maximiliana ${'Wolfeschlegelsteinhausen'.repeat(5)} von Hohenlohe` });
    await commentOn(bens, `${'👩‍👩‍👧‍👦'.repeat(120)}`);
    await commentOn(bens, 'مرحبا، من سيأتي إلى العشاء؟');
    await commentOn(bens, 'w'.repeat(400));
    await row(phone, 'www').waitFor();
    expect(await row(phone, '👩‍👩‍👧‍👦').locator('span > bdi').textContent()).toBe(`${'👩‍👩‍👧‍👦'.repeat(100)}...`);
    await row(phone, 'www').getByRole('button', { name: /^More/ }).click();
    await phone.getByRole('menuitem', { name: 'Delete' }).waitFor();
    expect(await violations(phone)).toEqual([]);
    // Closes the menu, not the page.
    await phone.keyboard.press('Escape');
    await phone.getByRole('menuitem', { name: 'Delete' }).waitFor({ state: 'detached' });
    expect(pathOf(phone)).toBe('/notifications');
    await phone.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    expect(await barriers(phone, 'notifications from right to left')).toEqual([]);
    await phone.evaluate(() => document.documentElement.removeAttribute('dir'));
    await bens.put('/api/profiles/me', { name: ben.name });
  });

  test('what gets two days old while the page is open leaves list and count by itself', async () => {
    await commentOn(bens, 'Two days from now');
    await phone.clock.install();
    await list(phone);
    await row(phone, 'Two days from now').waitFor();
    await says(phone, 1);
    await phone.clock.fastForward('47:00:00');
    await row(phone, 'Two days from now').waitFor();
    expect(await phone.getByRole('heading', { name: 'Today' }).count()).toBe(0);
    await phone.clock.fastForward('01:01:00');
    await phone.getByRole('heading', { name: 'All quiet' }).waitFor();
    await says(phone, 0);
    expect(await violations(phone)).toEqual([]);
  });

  test('who signs out leaves no number behind', async () => {
    await commentOn(bens, 'One last thing.');
    await laptop.goto('/settings');
    await says(laptop, 1);
    await laptop.getByRole('button', { name: 'Sign out' }).click();
    await laptop.waitForURL((url) => ['/', '/auth'].includes(url.pathname));
    expect(await laptop.title()).not.toContain('(');
    expect(await laptop.evaluate(() => (globalThis as unknown as { appBadge?: number }).appBadge)).toBe(0);
  });
});

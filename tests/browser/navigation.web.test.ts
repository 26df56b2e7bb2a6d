/**
 * Every address and where it leads, signed out and signed in; what each page is called and which bars stand around it; and that
 * going back leads to where one was, as it was left.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncChannelName } from '../../schemas/local/sync-status.ts';
import { barriers } from '../support/barriers.ts';
import { DESKTOP, openProfile, type Profile, waitForOfflineApp } from '../support/browser.ts';
import { card, upToDate } from '../support/on-screen.ts';
import { befriend, clientOf, person, register, signIn } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
const POSTS = 12;
let server: TestServer;
let anaId: string;
let ownPost: string;
const open: Profile[] = [];

async function profile(options: Partial<Parameters<typeof openProfile>[0]> = {}): Promise<Profile> {
  const opened = await openProfile({ url: server.url, ...options });
  open.push(opened);
  return opened;
}

beforeAll(async () => {
  server = await startServer();
  ({ id: anaId } = await register(server, ana));
  await register(server, ben);
  await befriend(server, ana, ben);
  const [one, other] = await Promise.all([clientOf(server, ana), clientOf(server, ben)]);
  ownPost = (await one.post('/api/posts', { content: 'From Ana', visibility_type: 'friends' })).body.data.id;
  // Enough to scroll, in the feed and in the notifications.
  for (let number = 1; number <= POSTS; number += 1) {
    const { status } = await other.post('/api/posts', { content: `Letter ${number}`, visibility_type: 'friends' });
    expect(status).toBe(201);
  }
});
afterAll(async () => {
  await Promise.all(open.map((opened) => opened.close()));
  await server?.stop();
});

const path = (page: Page): string => new URL(page.url()).pathname;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const title = (page: Page) => expect.poll(() => page.title());
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

async function lands(page: Page, from: string, to: string): Promise<void> {
  await page.goto(from);
  await page.waitForURL((url) => url.pathname === to);
}

async function signedIn(options: Partial<Parameters<typeof openProfile>[0]> = {}): Promise<Page> {
  const { page } = await profile(options);
  await signIn(page, ana);
  await upToDate(page);
  return page;
}

describe('signed out', () => {
  test('every address leads where it should', async () => {
    const { page } = await profile();
    for (const own of ['/', '/auth', '/auth/reset-password']) {
      await lands(page, own, own);
      await heading(page).waitFor();
      expect(path(page)).toBe(own);
    }
    const members = ['/posts', '/posts/create', '/posts/1', '/posts/1/edit', '/friends', '/friends/1', '/groups', '/groups/create'];
    const more = ['/groups/1', '/groups/1/settings', '/notifications', '/settings', '/contact', '/terms', '/privacy', '/security'];
    for (const address of [...members, ...more]) await lands(page, address, '/auth');
    for (const address of ['/chat', '/nowhere', '/auth/nowhere', '/google-auth']) await lands(page, address, '/');
    await title(page).toBe('Home · Kith');
  });

  test('the way back from Google leads to the sign-in page, which says once why it led to nothing', async () => {
    const { page } = await profile();
    for (const [query, words] of [
      ['code=abc&state=xyz', 'Google sign-in is not available at the moment.'],
      ['error=access_denied', 'Sign-in was cancelled.'],
      ['error=redirect_uri_mismatch', 'Configuration error. Please contact support.'],
    ]) {
      await page.goto(`/google-auth/callback?${query}`);
      await page.waitForURL('**/auth');
      await page.getByText(words ?? '').waitFor();
      await page.reload();
      await page.getByText('Forgot password?').waitFor();
      expect(await page.getByText(words ?? '').count()).toBe(0);
    }
    await title(page).toBe('Login · Kith');
  });

  test("'Loading...' stands until the page is there", async () => {
    const { page } = await profile();
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(/assets\/landing-[^/]*\.js$/, async (route) => {
      await sent;
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
    send();
    await page.getByText('Join Your Tribe').waitFor();
    expect(await page.getByText('Loading...').count()).toBe(0);
  });

  test('the landing page leads to signing in and up, says when there is no network, and when the server cannot be reached', async () => {
    const { page, context } = await profile();
    await page.goto('/');
    await page.getByRole('region', { name: 'What you get' }).waitFor();
    for (const [link, button] of [
      ['Login', 'Login'],
      ['Join Your Tribe', 'Sign Up'],
    ] as const) {
      await page.getByRole('link', { name: link }).click();
      await page.waitForURL('**/auth');
      await page.getByRole('button', { name: button, exact: true }).waitFor();
      await page.goBack();
    }
    const banner = page.getByRole('status');
    await context.setOffline(true);
    await banner.filter({ hasText: 'Connection lost' }).waitFor();
    await context.setOffline(false);
    await banner.filter({ hasText: 'Connection lost' }).waitFor({ state: 'detached' });
    await page.route('**/api/health', (route) => route.abort('connectionrefused'));
    await page.reload();
    await banner.filter({ hasText: 'The server cannot be reached' }).waitFor();
    expect(await barriers(page, 'landing without a server')).toEqual([]);
    await page.unroute('**/api/health');
    await page.getByRole('button', { name: 'Retry' }).click();
    await banner.filter({ hasText: 'The server cannot be reached' }).waitFor({ state: 'detached' });
  });
});

describe('signed in', () => {
  test('every address shows its page under its name or leads where it should, with the bars that belong to it', async () => {
    const page = await signedIn();
    const bars = async () => ({
      back: await page
        .getByRole('banner')
        .getByRole('button', { name: /^(Back|Cancel)$/ })
        .count(),
      bell: await page.getByRole('link', { name: /^Notifications/ }).count(),
      tabs: await page.getByRole('navigation', { name: 'Main' }).count(),
    });
    const main = { back: 0, bell: 1, tabs: 1 };
    const other = { back: 1, bell: 1, tabs: 0 };
    const table = [
      ['/posts', 'Posts', main],
      ['/friends', 'Friends', main],
      ['/groups', 'Groups', main],
      ['/chat', 'Kith', main],
      [`/posts/${ownPost}`, 'Post', other],
      ['/posts/create', 'Create Post', other],
      [`/posts/${ownPost}/edit`, 'Edit Post', other],
      ['/settings', 'Settings', other],
      ['/contact', 'Contact', other],
      ['/terms', 'Terms & Conditions', other],
      ['/privacy', 'Privacy Policy', other],
      ['/security', 'Security Guide', other],
      ['/notifications', 'Notifications', { back: 0, bell: 0, tabs: 1 }],
    ] as const;
    for (const [address, name, expected] of table) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await title(page).toMatch(new RegExp(`${name === 'Kith' ? '' : `${name} · `}Kith$`));
      await expect.poll(bars, { message: address }).toEqual(expected);
      expect(path(page)).toBe(address);
    }
    for (const address of ['/', '/auth', '/nowhere', '/auth/nowhere', '/google-auth/callback', '/google-auth/callback?error=access_denied'])
      await lands(page, address, '/posts');
    await lands(page, '/auth/reset-password?token=abc', '/auth/reset-password');
    await page.getByLabel('New password').waitFor();
  });

  test('a welcome stands while the local store opens', async () => {
    const { page } = await profile();
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(/assets\/open-store-[^/]*\.js$/, async (route) => {
      await sent;
      await route.continue();
    });
    await page.goto('/auth');
    await page.getByLabel('Email', { exact: true }).fill(ana.email);
    await page.getByLabel('Password', { exact: true }).fill(ana.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `Welcome, ${ana.name}` }).waitFor();
    for (const [name, href] of [
      ['View Posts', '/posts'],
      ['Create Post', '/posts/create'],
    ] as const)
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(href);
    send();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    expect(path(page)).toBe('/posts');
  });

  test('a placeholder stands for chat, without barriers', async () => {
    const page = await signedIn();
    await page.goto('/chat');
    await page.getByRole('heading', { name: /coming soon/ }).waitFor();
    expect(await barriers(page, 'chat')).toEqual([]);
    await page.getByRole('link', { name: 'Go to Groups' }).click();
    await page.waitForURL('**/groups');
  });

  test('each new page puts the focus on its heading; what one page asked of the bars ends with it', async () => {
    const page = await signedIn();
    const bar = page.getByRole('banner');
    for (const name of ['Friends', 'Groups', 'Settings', 'Posts']) {
      if (name === 'Posts') await page.getByRole('button', { name: 'Back' }).click();
      else await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await expect.poll(() => heading(page).evaluate((element) => element === document.activeElement)).toBe(true);
      await expect.poll(() => bar.getByRole('button', { name: 'Invite' }).count()).toBe(name === 'Friends' ? 1 : 0);
    }
  });

  test('Back goes back in the history where one came from there, also after a reload, and else to the target of the page', async () => {
    const page = await signedIn();
    const index = () => page.evaluate(() => (window.history.state as { idx?: number }).idx);
    const back = page.getByRole('banner').getByRole('button', { name: 'Back' });
    await page.goto('/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    for (const name of ['Privacy Policy', 'Contact']) {
      await page.getByRole('main').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await index()).toBe(1);
      await page.reload();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await back.click();
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      expect(await index()).toBe(0);
    }
    // From one of these pages to another: both lead back to the settings.
    await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Security Guide' }).click();
    await page.getByRole('heading', { level: 1, name: 'Security Guide' }).waitFor();
    await back.click();
    await page.waitForURL('**/settings');
    // Opened from outside.
    await page.goto(`/posts/${ownPost}`);
    await back.click();
    await page.waitForURL('**/posts');
    const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem('navigationHistory') ?? 'null'));
    expect(kept.visits.at(-1)).toMatchObject({ path: '/posts', at: expect.any(Number) });
    expect(kept.visits.length).toBeLessThanOrEqual(50);
  });

  test('a page that one comes back to stands where it was left, by Back and after a reload', async () => {
    const page = await signedIn({ viewport: { width: 390, height: 500 } });
    await page.getByRole('link', { name: /^Notifications/ }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Letter 3' });
    await row.waitFor();
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect.poll(() => scrollY(page)).toBeGreaterThan(150);
    const left = await scrollY(page);
    await row.getByRole('link').click();
    await page.waitForURL('**/posts/*');
    await expect.poll(() => scrollY(page)).toBe(0);
    await page.goBack();
    await row.waitFor();
    await expect.poll(() => scrollY(page)).toBe(left);
    await page.reload();
    await row.waitFor();
    await expect.poll(() => scrollY(page)).toBe(left);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Friends' }).click();
    await page.getByRole('heading', { level: 1, name: 'Friends' }).waitFor();
    expect(await scrollY(page)).toBe(0);
    await page.goto('/notifications');
    await row.waitFor();
    expect(await scrollY(page)).toBe(0);
  });

  test('beside a post stands who can see it, without barriers', async () => {
    const page = await signedIn({ viewport: DESKTOP });
    await page.goto(`/posts/${ownPost}`);
    const audience = page.getByRole('complementary').getByRole('region', { name: 'Who can see this' });
    await audience.getByText('1 friend').waitFor();
    await audience.getByRole('listitem').filter({ hasText: ben.name }).waitFor();
    expect(await barriers(page, 'post with its audience beside it')).toEqual([]);
    await page.goto('/posts');
    await card(page, 'Letter 12').waitFor();
    expect(await audience.count()).toBe(0);
  });

  test('the bell remembers path and search, and Escape goes back there', async () => {
    const page = await signedIn();
    await page.goto('/friends?source=shortcut');
    await page.getByRole('link', { name: /^Notifications/ }).click();
    await page.waitForURL('**/notifications');
    expect(await page.evaluate(() => Object.values(sessionStorage))).toContain('/friends?source=shortcut');
    // The address comes before its page, and the page before it listens to keys, which is when it has its title.
    await expect.poll(() => page.title()).toContain('Notifications');
    await page.keyboard.press('Escape');
    await page.waitForURL('**/friends?source=shortcut');
    expect(await page.evaluate(() => (window.history.state as { idx?: number }).idx)).toBe(0);
  });

  test('a tap on the tab that is open goes to its top, adds nothing to the history, and fetches what is new', async () => {
    const page = await signedIn({ viewport: { width: 390, height: 500 } });
    await card(page, 'Letter 12').waitFor();
    await page.evaluate(() => window.scrollTo(0, 600));
    await expect.poll(() => scrollY(page)).toBe(600);
    await page.evaluate((name) => {
      const heard: string[] = [];
      (window as unknown as { heard: string[] }).heard = heard;
      new BroadcastChannel(name).onmessage = ({ data }) => heard.push(data.type);
    }, syncChannelName(anaId));
    const length = await page.evaluate(() => history.length);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' }).click();
    await expect.poll(() => scrollY(page)).toBe(0);
    await expect.poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toContain('wake');
    expect(await page.evaluate(() => history.length)).toBe(length);
    expect(path(page)).toBe('/posts');
  });

  test('who signed out and starts without a network sees the landing page, and that there is none', async () => {
    const { page, context } = await profile();
    await signIn(page, ben);
    await upToDate(page);
    await waitForOfflineApp(page);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/auth');
    expect(await page.evaluate(() => sessionStorage.getItem('navigationHistory'))).toBeNull();
    await context.setOffline(true);
    await page.goto('/');
    await page.getByRole('link', { name: 'Join Your Tribe' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Connection lost' }).waitFor();
  });
});

/**
 * What stands around every page: signing in and its ways out, the bell, and that all of it can be used without a mouse, without good
 * eyes and with a small phone. Addresses and going back are in `navigation.web.test.ts`, themes in `theme.web.test.ts`.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, openProfile, type Profile } from '../support/browser.ts';
import { befriend, clientOf, type Person, person, register, signIn, signUpAndVerify } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
let server: TestServer;
const open: Profile[] = [];

async function profile(options: Partial<Parameters<typeof openProfile>[0]> = {}): Promise<Profile> {
  const opened = await openProfile({ url: server.url, ...options });
  open.push(opened);
  return opened;
}

beforeAll(async () => {
  server = await startServer();
  await register(server, ana);
  await register(server, ben);
  await befriend(server, ana, ben);
});
afterAll(async () => {
  await Promise.all(open.map((opened) => opened.close()));
  await server?.stop();
});

const path = (page: Page): string => new URL(page.url()).pathname;
const upToDate = (page: Page) => page.getByText('Up to date').first().waitFor();

async function lands(page: Page, from: string, to: string): Promise<void> {
  await page.goto(from);
  await page.waitForURL((url) => url.pathname === to);
}

describe('without an account', () => {
  test('landing and sign-in load nothing of the local database', async () => {
    const { page } = await profile();
    for (const [address, shown] of [
      ['/', 'Join Your Tribe'],
      ['/auth', 'Forgot password?'],
    ] as const) {
      await page.goto(address);
      await page.getByText(shown).waitFor();
      const scripts = await page.evaluate(() =>
        performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
      );
      expect(scripts.length).toBeGreaterThan(0);
      const bodies = await Promise.all(scripts.map(async (name) => Buffer.from(await (await fetch(name)).arrayBuffer())));
      expect(bodies.some((body) => body.includes('rxdb'))).toBe(false);
    }
  });

  test('what a member sees first is loaded while somebody types, and where it cannot be had what was typed stays', async () => {
    const { page } = await profile();
    const asked: string[] = [];
    let fails = true;
    await page.route(/assets\/(signed-in|open-store)-[^/]*\.js$/, (route) => {
      asked.push(route.request().url());
      return fails ? route.abort() : route.continue();
    });
    await page.goto('/auth');
    await page.getByText('Forgot password?').waitFor();
    expect(asked).toEqual([]);
    await page.evaluate(() => {
      (window as unknown as { stayed: boolean }).stayed = true;
    });
    const refused = page.waitForEvent('requestfailed');
    await page.getByLabel('Email', { exact: true }).fill(ben.email);
    await refused;
    await page.getByLabel('Password', { exact: true }).fill('what was typed');
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(ben.email);
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);

    fails = false;
    await page.reload();
    const loaded = page.waitForResponse(/assets\/signed-in-[^/]*\.js$/);
    await page.getByLabel('Email', { exact: true }).fill(ben.email);
    await loaded;
  });

  test('a new page puts the focus on its heading and has a title of its own', async () => {
    const { page } = await profile();
    await page.goto('/');
    await page.getByRole('link', { name: 'Login' }).press('Enter');
    await page.waitForURL('**/auth');
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.title()).toBe('Login · Kith');
  });

  test('signing in needs both fields, says what is wrong in the same words for every address, and keeps what was typed', async () => {
    const { page } = await profile();
    await page.goto('/auth');
    const login = page.getByRole('button', { name: 'Login', exact: true });
    expect(await login.isDisabled()).toBe(true);
    await page.getByLabel('Email', { exact: true }).fill(ana.email);
    expect(await login.isDisabled()).toBe(true);
    for (const email of [ana.email, 'nobody@kith.test']) {
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill('not the 1 password');
      await login.click();
      await page.getByText('Email or password is incorrect. Please try again.').waitFor();
      expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
    }
    const password = page.getByLabel('Password', { exact: true });
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await password.getAttribute('type')).toBe('text');
  });

  test('messages for the sign-in page come from the address and, once, from session storage', async () => {
    const { page } = await profile();
    await page.goto('/auth?error=oauth_failed');
    await page.getByText('Google sign-in is not available at the moment.').waitFor();
    await page.evaluate(() => sessionStorage.setItem('authErrorMessage', 'Your session has expired. Please log in again.'));
    await page.goto('/auth');
    await page.getByText('Your session has expired. Please log in again.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Forgot password?' }).waitFor();
    expect(await page.getByText('Your session has expired.').count()).toBe(0);
  });

  test('a forgotten password is replaced by the link of the mail, which is used up by sending and not by looking', async () => {
    const { page } = await profile();
    const who: Person = person('Cleo Park');
    await register(server, who);
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await page.getByText('Email is required').waitFor();
    await page.getByLabel('Email', { exact: true }).fill('cleo');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await page.getByText('Please enter a valid email').waitFor();
    await page.getByLabel('Email', { exact: true }).fill(who.email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await page.getByText('Password reset email sent successfully').waitFor();

    const isReset = (link: string) => link.includes('/auth/reset-password');
    const link = (await server.mailTo(who.email, ({ links }) => links.some(isReset))).links.find(isReset) ?? '';
    for (let opened = 0; opened < 3; opened++) await page.goto(link);
    const send = page.getByRole('button', { name: 'Save new password' });
    const type = async (password: string, again: string) => {
      await page.getByLabel('New password').fill(password);
      await page.getByLabel('Confirm password').fill(again);
      await send.click();
    };
    await type('short', 'short');
    await page.getByText('Password must be at least 6 characters').waitFor();
    await type('another horse 8', 'another horse 9');
    await page.getByText('Passwords do not match').waitFor();
    await type('sixsix', 'sixsix');
    await page.getByRole('alert').filter({ hasText: 'at least 8 characters' }).waitFor();
    await type('another horse 8', 'another horse 8');
    await page.getByRole('heading', { name: 'Password Reset Successful' }).waitFor();
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.waitForURL('**/auth');
    await signIn(page, { ...who, password: 'another horse 8' });

    const other = (await profile()).page;
    await other.goto(link);
    await other.getByLabel('New password').fill('third horse 9');
    await other.getByLabel('Confirm password').fill('third horse 9');
    await other.getByRole('button', { name: 'Save new password' }).click();
    await other.getByRole('heading', { name: 'Link Expired' }).waitFor();
    await other.getByRole('link', { name: 'Request New Reset Link' }).click();
    await other.getByRole('button', { name: 'Send Reset Link' }).waitFor();
  });
});

test('a link that proves the address is used once, and says so the second time', async () => {
  const { page } = await profile();
  const who = person('Dov Levi');
  await signUpAndVerify(page, server, who);
  await upToDate(page);
  const verifies = (link: string) => link.includes('verify=');
  const link = (await server.mailTo(who.email, ({ links }) => links.some(verifies))).links.find(verifies) ?? '';
  await page.goto(link);
  await page.getByText('This link was used already.').waitFor();
  expect(path(page)).toBe('/auth');
});

describe('signed in', () => {
  test('pages that are not there yet lead to their parents', async () => {
    const { page } = await profile();
    await signIn(page, ana);
    await upToDate(page);
    for (const [from, to] of [
      ['/friends/1/more', '/posts'],
      ['/groups/1/more', '/posts'],
    ] as const)
      await lands(page, from, to);
  });

  test('the bell counts, leads to the notifications, and Escape leads back to where it was pressed', async () => {
    const { page, complaints } = await profile();
    await signIn(page, ben);
    await upToDate(page);
    const client = await clientOf(server, ana);
    const posted = await client.post('/api/posts', { content: 'Soup at seven', visibility_type: 'friends' });
    expect(posted.status).toBe(201);
    await page.getByRole('link', { name: 'Friends', exact: true }).click();
    await page.getByRole('link', { name: /^Notifications, \d+ unread$/ }).click();
    await page.waitForURL('**/notifications');
    const row = page.getByRole('listitem').filter({ hasText: 'Soup at seven' });
    await row.getByText('Unread:').waitFor({ state: 'attached' });
    expect(await page.getByRole('link', { name: /^Notifications/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.waitForURL('**/friends');
    await page.goForward();
    await row.getByRole('link').click();
    await page.waitForURL('**/posts/*');
    await page.getByText('Soup at seven').waitFor();
    await page.goto('/notifications');
    await row.waitFor();
    await expect.poll(() => row.getByText('Unread:').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('signing out ends in all tabs and erases the local database', async () => {
    const here = await profile();
    await signIn(here.page, ben);
    await upToDate(here.page);
    const second = await here.newTab();
    await second.goto('/friends');
    await second.getByRole('heading', { name: 'Friends', exact: true }).waitFor();
    await here.page.goto('/settings');
    await here.page.getByRole('button', { name: 'Sign out' }).click();
    await here.page.waitForURL('**/auth');
    await second.waitForURL('**/auth');
    await expect
      .poll(() => here.page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('kith')).length))
      .toBe(0);
  });
});

describe.each([
  ['phone', { width: 360, height: 640 }, 'light'],
  ['phone', { width: 360, height: 640 }, 'dark'],
  ['tablet', { width: 820, height: 1080 }, 'light'],
  ['desktop', DESKTOP, 'light'],
  ['desktop', DESKTOP, 'dark'],
] as const)('%s (%o, %s)', (_name, viewport, colorScheme) => {
  test('every page is free of barriers, and fits, also with text twice as large', async () => {
    const { page, complaints } = await profile({ viewport, colorScheme });
    const problems: string[] = [];
    const check = async (where: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations) problems.push(`${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) problems.push(`${where}: wider than the screen`);
      await page.addStyleTag({ content: 'html { font-size: 200% }' });
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) problems.push(`${where}: wider with large text`);
    };
    await page.goto('/');
    await page.getByText('Join Your Tribe').waitFor();
    await check('landing');
    await page.goto('/auth');
    await page.getByText('Forgot password?').waitFor();
    await check('auth');
    await signIn(page, ana);
    await upToDate(page);
    for (const [where, shown] of [
      ['/posts', 'Posts'],
      ['/friends', 'Friends'],
      ['/groups', 'Groups'],
      ['/notifications', 'Notifications'],
      ['/settings', 'Settings'],
      ['/posts/create', 'Create Post'],
    ] as const) {
      await page.goto(where);
      await page.getByRole('heading', { level: 1, name: shown }).waitFor();
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
      await check(where);
    }
    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

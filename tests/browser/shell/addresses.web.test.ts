/** Every address and where it leads, signed out and signed in. Also the title of each page and the bars around it. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { test } from '../../support/fixtures/browser.ts';
import { card, hasFocus, upToDate } from '../../support/on-screen.ts';
import { holdPiece } from '../../support/pieces.ts';

const path = (page: Page): string => new URL(page.url()).pathname;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const title = (page: Page) => expect.poll(() => page.title());

async function expectRedirect(page: Page, from: string, to: string): Promise<void> {
  await page.goto(from);
  await page.waitForURL((url) => url.pathname === to);
}

describe('signed out', () => {
  test('every address leads where it should', async ({ page }) => {
    for (const own of ['/', '/auth', '/auth/reset-password']) {
      await expectRedirect(page, own, own);
      await heading(page).waitFor();
      expect(path(page)).toBe(own);
    }
    const members = ['/posts', '/posts/create', '/posts/1', '/posts/1/edit', '/friends', '/friends/1', '/groups', '/groups/create'];
    const more = ['/groups/1', '/groups/1/settings', '/notifications', '/settings', '/contact', '/terms', '/privacy', '/security'];
    for (const address of [...members, ...more]) await expectRedirect(page, address, '/auth');
    for (const address of ['/chat', '/nowhere', '/auth/nowhere', '/google-auth']) await expectRedirect(page, address, '/');
    await title(page).toBe('Home · Kith');
  });

  test("the landing page shows 'Loading...' until it is there, leads to signing in and up, and says when there is no network or no server", async ({
    open,
  }) => {
    const { page, context } = await open();
    const send = await holdPiece(page, 'visitor');
    await page.goto('/');
    await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
    send();
    await page.getByRole('region', { name: 'What you get' }).waitFor();
    expect(await page.getByText('Loading...').count()).toBe(0);

    // A new page moves the focus to its heading and has its own title.
    await page.getByRole('link', { name: 'Login' }).press('Enter');
    await page.waitForURL('**/auth');
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
    await hasFocus(heading(page));
    await title(page).toBe('Login · Kith');
    await page.goBack();
    await page.getByRole('link', { name: 'Join Your Tribe' }).click();
    await page.waitForURL('**/auth');
    await page.getByRole('button', { name: 'Sign Up', exact: true }).waitFor();
    await page.goBack();

    const banner = page.getByRole('status');
    const picture = page.getByRole('img', { name: /open at the posts of friends/ });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await context.setOffline(true);
    await banner.filter({ hasText: 'Connection lost' }).waitFor();
    // The picture for the other theme was never loaded.
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture.waitFor({ state: 'detached' });
    await page.emulateMedia({ colorScheme: 'light' });
    await picture.waitFor();
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

test('signed in, every address shows its page with the right title and the right bars around it, or leads where it should', async ({
  open,
  circle,
}) => {
  const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
  await circle.befriend(ana, ben);
  const own = await circle.post(ana, { content: 'From Ana' });
  const { page } = await open(ana);
  await upToDate(page);
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
    [`/posts/${own}`, 'Post', other],
    ['/posts/create', 'Create Post', other],
    [`/posts/${own}/edit`, 'Edit Post', other],
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
    await expectRedirect(page, address, '/posts');
  // There are no pages with these names below a friend or a group.
  for (const address of ['/friends/1/more', '/groups/1/more']) await expectRedirect(page, address, '/posts');
  await expectRedirect(page, '/auth/reset-password?token=abc', '/auth/reset-password');
  await page.getByLabel('New password').waitFor();

  // Chat has a placeholder.
  await page.goto('/chat');
  await page.getByRole('heading', { name: /coming soon/ }).waitFor();
  await page.getByRole('link', { name: 'Go to Groups' }).click();
  await page.waitForURL('**/groups');

  // A wide screen shows who can see a post beside the post, and beside nothing else.
  await page.setViewportSize(DESKTOP);
  await page.goto(`/posts/${own}`);
  const audience = page.getByRole('complementary').getByRole('region', { name: 'Who can see this' });
  await audience.getByText('1 friend').waitFor();
  await audience.getByRole('listitem').filter({ hasText: ben.name }).waitFor();
  await page.goto('/posts');
  await card(page, 'From Ana').waitFor();
  expect(await audience.count()).toBe(0);
});

/** Every address and where it leads, signed out and signed in. Also the title of each page and the bars around it. */
import { expect } from 'vitest';
import { DESKTOP } from '../../support/browser.ts';
import { test } from '../../support/fixtures/browser.ts';
import { card, upToDate } from '../../support/on-screen.ts';
import { expectRedirect, path, title } from './addresses-stage.ts';

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
  await expectRedirect(page, '/auth/reset-password#token=abc', '/auth/reset-password');
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

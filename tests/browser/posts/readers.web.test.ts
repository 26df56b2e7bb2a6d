/** Who can see a post, as its card says: names for its author, a sentence for others. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { DESKTOP, waitForOfflineApp } from '../../support/browser.ts';
import { offlineTest as test } from '../../support/fixtures/browser.ts';
import { card, hasFocus } from '../../support/on-screen.ts';

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Who can see this post' });
const chip = (page: Page, text: string) => card(page, text).getByRole('button', { name: /who can see this post$/ });

test('the author sees names, also without a network, others read a sentence; public and private posts have no list', async ({
  open,
  circle,
}) => {
  const [ana, ben, cleo] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Cleo Marsh')];
  await circle.befriend(ana, ben);
  await circle.befriend(ben, cleo);
  await circle.post(ana, { content: 'Seen by friends' });
  await circle.post(ana, { content: 'Seen further', audience: 'friends_of_friends' });
  await circle.post(ana, { content: 'Seen by some', audience: 'specific', chosen: [ben, cleo] });
  await circle.post(ana, { content: 'Seen by me', audience: 'private' });
  await circle.post(ana, { content: 'Seen publicly', audience: 'public' });
  const [{ page: phone, context }, { page: desktop }] = await Promise.all([open(ana), open(ben, { viewport: DESKTOP })]);
  for (const page of [phone, desktop]) await card(page, 'Seen publicly').waitFor();

  await waitForOfflineApp(phone);
  await context.setOffline(true);
  await chip(phone, 'Seen by friends').click();
  await viewer(phone).getByText('1 friend', { exact: true }).waitFor();
  await expect.poll(() => viewer(phone).getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('Ben Okri')]);
  await phone.keyboard.press('Escape');
  await viewer(phone).waitFor({ state: 'hidden' });
  await hasFocus(chip(phone, 'Seen by friends'));
  await context.setOffline(false);
  await chip(phone, 'Seen further').focus();
  await phone.keyboard.press('Enter');
  await viewer(phone).getByText('1 friend and 1 of their friends').waitFor();
  await viewer(phone).getByRole('listitem').filter({ hasText: 'Cleo Marsh' }).getByText('Through Ben').waitFor();
  expect(await violations(phone)).toEqual([]);
  // A member who is not a friend has no page: their profile opens over the list, and closing it returns to the list.
  const cleos = viewer(phone).getByRole('button', { name: 'Cleo Marsh' });
  await cleos.click();
  const profile = phone.getByRole('dialog', { name: 'Profile' });
  await profile.getByRole('heading', { name: 'Cleo Marsh' }).waitFor();
  await profile.getByRole('button', { name: 'View connection' }).waitFor();
  await phone.keyboard.press('Escape');
  await profile.waitFor({ state: 'hidden' });
  await hasFocus(cleos);
  await phone.keyboard.press('Escape');
  await viewer(phone).waitFor({ state: 'hidden' });
  expect(new URL(phone.url()).pathname).toBe('/posts');
  for (const [text, label] of [
    ['Seen by me', 'Only me'],
    ['Seen publicly', 'Public'],
  ] as const) {
    await card(phone, text).getByText(label, { exact: true }).waitFor();
    expect(await chip(phone, text).count()).toBe(0);
  }

  await chip(desktop, 'Seen by friends').click();
  await viewer(desktop).getByText('The direct friends of Ana Ribeiro can see this post.').waitFor();
  expect(await viewer(desktop).getByRole('listitem').count()).toBe(0);
  await desktop.keyboard.press('Escape');
  await chip(desktop, 'Seen further').click();
  await viewer(desktop).getByText('The friends of Ana Ribeiro and their friends can see this post.').waitFor();
  expect(await viewer(desktop).getByRole('listitem').count()).toBe(0);
  await desktop.keyboard.press('Escape');
  await chip(desktop, 'Seen by some').click();
  await viewer(desktop).getByText('2 people').waitFor();
  await viewer(desktop).getByRole('listitem').filter({ hasText: 'Ben Okri' }).getByText('You').waitFor();
  await viewer(desktop).getByRole('listitem').filter({ hasText: 'Cleo Marsh' }).waitFor();
  await viewer(desktop).getByRole('button', { name: 'Close' }).click();
  await viewer(desktop).waitFor({ state: 'hidden' });
});

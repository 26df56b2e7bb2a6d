/** What a profile shows to whom, its menu, and how two members are connected. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { hasFocus, noticeNetwork, upToDate } from '../../support/on-screen.ts';
import { about, closePath, friendName, friendRow, openPathTo, openProfileOf, path, profile, steps, test } from './friend-stage.ts';

test('the profile of a friend of a friend has no barriers', async ({ open, people: { ana, dora }, post }) => {
  const { page } = await open(ana, { at: `/posts/${post}` });
  await openProfileOf(page, dora);
  await profile(page).getByRole('heading', { name: dora.name }).waitFor();
  expect(await barriers(page, 'profile of a friend of a friend')).toEqual([]);
});

test('of a member outside the network it shows only what came with their comment', async ({ open, people: { ana, gus }, post }) => {
  const { page } = await open(ana, { at: `/posts/${post}` });
  await openProfileOf(page, gus);
  await profile(page).getByText('Not in your network').waitFor();
});

test('only the profiles of direct friends and the member’s own show the email address', async ({ open, people: { ana, ben }, post }) => {
  const { page } = await open(ana, { at: `/posts/${post}` });
  await openProfileOf(page, ben);
  await profile(page).getByText(ben.email).waitFor();
  await profile(page).getByText('Slow reader,').waitFor();
  await profile(page).getByText('Porto').waitFor();
  await profile(page).getByText('soup').waitFor();
  await profile(page).getByRole('link', { name: 'Open friend page' }).click();
  await friendName(page, ben).waitFor();
  await profile(page).waitFor({ state: 'detached' });
  await about(page, ben).click();
  await friendRow(page, ana).getByRole('button', { name: ana.name }).click();
  await profile(page).getByText(ana.email).waitFor();
  await profile(page).getByRole('link', { name: 'Edit your profile' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await profile(page).waitFor({ state: 'detached' });
});

test('the connection path leads through the author of the post, and warns when it is long', async ({ open, people, post }) => {
  const { ana, ben, dora, fay, gus } = people;
  const { page } = await open(ana, { at: `/posts/${post}` });
  await openPathTo(page, gus);
  await path(page).getByText('This path is longer than four people.').waitFor();
  // Below the initials of each picture come the name and one line.
  const names = async () => (await steps(page).allInnerTexts()).map((text) => text.trim().split('\n').at(-2));
  await expect.poll(names).toEqual(['You', ben.name, dora.name, 'Unknown User', gus.name]);
  await steps(page).nth(1).getByText('Your friend since today').waitFor();
  await steps(page).nth(2).getByText('Friend of Ben').waitFor();
  expect(await barriers(page, 'long path')).toEqual([]);
  await closePath(page);
  await openPathTo(page, fay);
  await expect.poll(() => steps(page).count()).toBe(4);
  expect(await path(page).getByText('This path is longer').count()).toBe(0);
});

test('a connection path that could not be loaded is loaded by the button', async ({ open, people: { ana, gus }, post }) => {
  const { page } = await open(ana, { at: `/posts/${post}` });
  // A failed load is retried automatically, and then by the button.
  await page.route('**/connection-path*', (route) => route.abort());
  await openPathTo(page, gus);
  await path(page).getByText('Failed to load connection path').waitFor();
  await page.unroute('**/connection-path*');
  await path(page).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => steps(page).count()).toBe(5);
});

test('a connection path is not found once a friendship on it ends', async ({ open, people: { ana, fay, gus }, post, circle }) => {
  const { page } = await open(ana, { at: `/posts/${post}` });
  await page.getByText(`A word from ${gus.name}`).waitFor();
  await circle.unfriend(fay, gus);
  await openPathTo(page, gus);
  await path(page).getByText('No connection path found').waitFor();
});

test('without a network the connections among the own friends are known', async ({
  open,
  people: { ana, dora, gus },
  post,
  faultProxy,
}) => {
  const { page } = await open(ana, { url: faultProxy.url });
  await upToDate(page);
  await page.goto(`/posts/${post}`);
  await page.getByText(`A word from ${gus.name}`).waitFor();
  await waitForOfflineApp(page);
  faultProxy.cut();
  await page.getByText('Connection lost').first().waitFor();
  await openPathTo(page, dora);
  await expect.poll(() => steps(page).count()).toBe(3);
  await closePath(page);
  await openPathTo(page, gus);
  await path(page).getByText('This path goes beyond what is on this device.').waitFor();
  faultProxy.heal();
  await noticeNetwork(page);
  await expect.poll(() => steps(page).count()).toBe(5);
});

test('somebody who is no friend is reported or blocked from the menu of their profile', async ({ open, people: { ana, dora }, post }) => {
  const { page } = await open(ana, { at: `/posts/${post}` });
  await openProfileOf(page, dora);
  // The menu is beside the close button, and works by keyboard.
  const about = profile(page).getByRole('button', { name: `More: ${dora.name}` });
  await about.press('Enter');
  await expect.poll(() => profile(page).getByRole('menuitem').allTextContents()).toEqual(['Report', `Block ${dora.name}`]);
  expect(await barriers(page, 'the menu of a profile')).toEqual([]);
  await page.keyboard.press('Escape');
  await hasFocus(about);
  await about.press('Enter');
  await page.getByRole('menuitem', { name: `Block ${dora.name}` }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByText('This post has been deleted or is no longer available.').waitFor();
  await expect
    .poll(async () => (await ana.client.get('/api/friends/blocked')).body.data.items.map((one: { id: string }) => one.id))
    .toEqual([dora.id]);
});

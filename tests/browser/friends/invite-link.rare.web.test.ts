/** Links that invite: opened by members, revoked, shown again, and without a connection. */
import { expect } from 'vitest';
import { hasFocus, inSync, upToDate } from '../../support/on-screen.ts';
import { address, addressIn, byLink, link, make, test } from './invite-link-stage.ts';

const DESKTOP = { width: 1280, height: 800 };

test('a member who opens a link asks with one press; a link that was taken back is closed; another device lists the links and who came', async ({
  open,
  mira,
  circle,
}) => {
  const { page } = await open(mira, { at: '/friends', viewport: DESKTOP });
  await byLink(page);
  await page.getByText('Up to three', { exact: true }).click();
  await make(page).press('Enter');
  await hasFocus(page.getByRole('button', { name: 'Copy', exact: true }));
  const { pathname, hash } = new URL(await addressIn(page));
  const otto = await circle.signUp('Otto Berg', { email: address() });
  const { page: member } = await open(otto, { at: `${pathname}${hash}` });
  await member.getByRole('heading', { level: 1, name: 'Ask Mira Holm to be friends?' }).waitFor();
  await member.getByRole('button', { name: 'Ask to be friends' }).click();
  await member.getByRole('heading', { level: 1, name: 'Mira Holm knows that you are here' }).waitFor();
  await member.getByRole('button', { name: 'Continue' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Accept the invitation of Otto Berg' }).waitFor();

  // The device that made the link shows it again. Another device lists it with those who came, and can only take it back.
  await page.reload();
  await byLink(page);
  await page.getByText(/^Works for 2 people more, until /).waitFor();
  expect(await addressIn(page)).toMatch(hash);
  const { page: other } = await open(mira, { at: '/friends', viewport: DESKTOP });
  await byLink(other);
  await other.getByText('Used by Otto Berg').waitFor();
  expect(await link(other).count()).toBe(0);
  await other.getByRole('button', { name: /^Take back this link: / }).click();
  await other.getByText(/^Works for /).waitFor({ state: 'hidden' });
  await page.reload();
  await byLink(page);
  await expect.poll(() => link(page).count()).toBe(0);
  await make(page).click();
  await page.getByRole('button', { name: 'Take back this link' }).click();
  await hasFocus(make(page));
  const { page: visitor } = await open(null, { at: `${pathname}${hash}` });
  await visitor.getByText('This invitation is no longer open.').waitFor();
});

test('without a connection the sheet says that it needs one', async ({ open, mira, faultProxy }) => {
  const { page } = await open(mira, { at: '/friends', url: faultProxy.url });
  await page.getByText('0 of 8').waitFor();
  await upToDate(page);
  // Opens the sheet first, so that its script is loaded before the cut.
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await page.getByText('By link', { exact: true }).click();
  await make(page).waitFor();
  const needsOne = page.getByText('A link needs a connection.');
  // Before the page knows that there is none.
  await page.route('**/api/friends/invite-links', (route) => route.abort());
  await make(page).click();
  await needsOne.waitFor();
  await page.unroute('**/api/friends/invite-links');
  faultProxy.cut();
  await inSync(page, 'offline').waitFor();
  await expect.poll(() => make(page).isDisabled()).toBe(true);
  await needsOne.waitFor();
  faultProxy.heal();
  await expect.poll(() => make(page).isEnabled()).toBe(true);
  await make(page).click();
  await link(page).waitFor();
});

test('a link is shown again after a reload, while the server hangs, and a new one is made at once', async ({ open, mira, faultProxy }) => {
  const { page } = await open(mira, { at: '/friends', url: faultProxy.url });
  await byLink(page);
  await make(page).click();
  const at = await addressIn(page);
  await page.reload();
  await page.getByText('0 of 8').waitFor();
  // The list of old links does not come.
  await page.route('**/api/friends/invite-links', (route) => (route.request().method() === 'GET' ? undefined : route.continue()));
  await byLink(page);
  await page.getByRole('img', { name: 'The link, for a camera' }).waitFor();
  expect(await addressIn(page)).toBe(at);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  await page.getByRole('button', { name: 'Make another link' }).click();
  await hasFocus(make(page));
  await make(page).click();
  await expect.poll(() => addressIn(page)).not.toBe(at);
  // Both are there, and each can be shown.
  await page.getByRole('button', { name: /^Show this link: / }).click();
  await expect.poll(() => addressIn(page)).toBe(at);
});

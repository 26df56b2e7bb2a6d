/** Inviting, answering and taking back, on the screen of friends. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProfile, type Profile } from '../support/browser.ts';
import { befriend, clientOf, person, register, signIn } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
const carl = person('Carl Vik');
let server: TestServer;
let anas: Profile;
let page: Page;

beforeAll(async () => {
  server = await startServer();
  for (const who of [ana, ben, carl]) await register(server, who);
  await befriend(server, ana, ben);
  await befriend(server, ben, carl);
  anas = await openProfile({ url: server.url });
  page = anas.page;
  await signIn(page, ana);
  await page.goto('/friends');
  await page.getByText('1 of 8').waitFor();
});
afterAll(async () => {
  await anas?.close();
  await server?.stop();
});

const invite = () => page.getByRole('button', { name: 'Invite', exact: true }).click();
const send = () => page.getByRole('button', { name: 'Send Invitation' }).click();

test('an address is asked for, and a real one', async () => {
  await invite();
  await expect.poll(() => page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true);
  await send();
  await page.getByText('Please enter an email address').waitFor();
  await page.getByLabel('Email').fill('dora@kith');
  await page.keyboard.press('Enter');
  await page.getByText('Please enter a valid email address').waitFor();
});

test.each([
  [ana.email, 'You cannot add yourself as a friend.'],
  [ben.email, 'You are already friends with this user'],
])('%s is refused at once: %s', async (email, reason) => {
  await page.getByLabel('Email').fill(email);
  await send();
  await page.getByText(reason).waitFor();
});

test('an invitation is sent, listed, not sent twice, and taken back', async () => {
  await page.getByLabel('Email').fill('dora@kith.test');
  await send();
  await page.getByText('Invitation sent successfully!').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await invite();
  await page.getByLabel('Email').fill('Dora@kith.test');
  await send();
  await page.getByText('You have already sent a friend invitation to this user').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel the invitation to dora@kith.test' }).click();
  await page.getByText('Invitation cancelled successfully').waitFor();
  await page.getByText('Pending Sent Invitations').waitFor({ state: 'hidden' });
});

test('who asks is shown with the friend in between, and takes a seat when accepted', async () => {
  const carls = await clientOf(server, carl);
  await carls.post('/api/friends/invite', { email: ana.email });
  await page.getByText(`Friend of ${ben.name}`).waitFor();
  await page.getByRole('button', { name: `Accept the invitation of ${carl.name}` }).click();
  await page.getByText('Invitation accepted successfully!').waitFor();
  await page.getByText('2 of 8').waitFor();
  await page.getByText('Pending Received Invitations').waitFor({ state: 'hidden' });
  expect(await page.getByText('Friends since today').count()).toBe(2);
});

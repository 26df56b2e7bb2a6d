/** Inviting, answering and taking back, on the screen of friends. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as browserTest } from '../../support/fixtures/browser.ts';

const test = browserTest
  /** Ana's friend is Ben, and his is Carl. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Carl Vik')];
    await circle.befriend(ana, ben);
    await circle.befriend(ben, carl);
    return { ana, ben, carl };
  })
  /** Ana, who looks at her friends */
  .extend('page', async ({ open, people }) => {
    const { page } = await open(people.ana, { at: '/friends' });
    await page.getByText('1 of 8').waitFor();
    return page;
  });

const invite = (page: Page) => page.getByRole('button', { name: 'Invite', exact: true }).click();
const send = (page: Page) => page.getByRole('button', { name: 'Send Invitation' }).click();

test('an address is asked for, and a real one of somebody new; sent, it is listed, not sent twice, and taken back', async ({
  page,
  people,
}) => {
  await invite(page);
  const email = page.getByLabel('Email');
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await send(page);
  await page.getByText('Please enter an email address').waitFor();
  await email.fill('dora@kith');
  await page.keyboard.press('Enter');
  await page.getByText('Please enter a valid email address').waitFor();
  for (const [address, reason] of [
    [people.ana.email, 'You cannot add yourself as a friend.'],
    [people.ben.email, 'You are already friends with this user'],
  ] as const) {
    await email.fill(address);
    await send(page);
    await page.getByText(reason).waitFor();
  }

  await email.fill('dora@kith.test');
  await send(page);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const cancel = page.getByRole('button', { name: 'Cancel the invitation to dora@kith.test' });
  await cancel.waitFor();
  await invite(page);
  await email.fill('Dora@kith.test');
  await send(page);
  await page.getByText('You have already sent a friend invitation to this user').waitFor();
  await page.keyboard.press('Escape');
  await cancel.click();
  await page.getByText('Pending Sent Invitations').waitFor({ state: 'hidden' });
});

test('who asks is shown with the friend in between, and takes a seat when accepted', async ({ page, people, circle }) => {
  const { ana, ben, carl } = people;
  await circle.invite(carl, { email: ana.email });
  await page.getByText(`Friend of ${ben.name}`).waitFor();
  await page.getByRole('button', { name: `Accept the invitation of ${carl.name}` }).click();
  await page.getByText('2 of 8').waitFor();
  await page.getByText('Pending Received Invitations').waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByText('Friends since today').count()).toBe(2);
});

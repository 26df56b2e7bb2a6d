/** What the invite form says before the server has answered, and what it says then. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { hasFocus, inSync, upToDate } from '../../support/on-screen.ts';

const address = (): string => `${uuid()}@kith.test`;
const field = (page: Page) => page.getByLabel('Email', { exact: true });
const sent = (page: Page) => page.getByText('Invitation sent successfully!');

const test = browserTest.extend('mira', ({ circle }) => circle.signUp('Mira Holm', { email: address() }));

async function invite(page: Page, who: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await field(page).fill(who);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
}

test('it says that the invitation will be sent until the server has answered, then that it was', async ({ open, mira }) => {
  const { page } = await open(mira, { at: '/friends' });
  await upToDate(page);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.context().route('**/api/sync/push', async (route) => {
    await held;
    await route.continue();
  });
  const email = address();
  await invite(page, email);
  await page.getByText('Your invitation will be sent …').waitFor();
  expect(await field(page).inputValue()).toBe(email);
  expect(await sent(page).count()).toBe(0);
  answer();
  await sent(page).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Cancel the invitation to ${email}` }).waitFor();
});

test('nobody with this id: the form says so, and keeps the id', async ({ open, mira }) => {
  const { page } = await open(mira, { at: '/friends' });
  await upToDate(page);
  const nobody = uuid();
  await invite(page, nobody);
  await page.getByRole('dialog').getByText('Cannot send invitation: User not found').waitFor();
  await hasFocus(field(page));
  expect(await field(page).inputValue()).toBe(nobody);
  expect(await sent(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByText('Your invitation was not sent').count()).toBe(0);
});

test('without a connection it is kept; when it is refused later, nobody seems to have refused it', async ({ open, mira, faultProxy }) => {
  const { page } = await open(mira, { at: '/friends', url: faultProxy.url });
  await upToDate(page);
  faultProxy.cut();
  await inSync(page, 'offline').waitFor();
  await invite(page, uuid());
  await page.getByText('Saved. Your invitation is sent when you are back online.').first().waitFor();
  expect(await sent(page).count()).toBe(0);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  faultProxy.heal();
  await page.getByText('Your invitation was not sent').waitFor({ timeout: 45_000 });
  await page.getByText('User not found').waitFor();
  expect(await page.getByText('was not accepted').count()).toBe(0);
});

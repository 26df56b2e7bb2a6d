/** Inviting by a link: making it, showing it to a camera, sharing it, revoking it. A person who opens it asks its maker. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { card, hasFocus, inSync } from '../../support/on-screen.ts';
import { verificationLink } from '../../support/people.ts';

const DESKTOP = { width: 1280, height: 800 };
const address = (): string => `${uuid()}@kith.test`;
const link = (page: Page) => page.getByLabel('Link', { exact: true });
const make = (page: Page) => page.getByRole('button', { name: 'Make a link' });

const test = browserTest.extend('mira', async ({ circle }) => {
  const mira = await circle.signUp('Mira Holm', { email: address() });
  await circle.post(mira, { content: 'Soup on Sunday?' });
  return mira;
});

/** Opens the invite sheet on its link tab. */
async function byLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await page.getByText('By link', { exact: true }).click();
}

test('a link is made, drawn for a camera and shared; a person who signs up with it waits for its maker, and then they are friends', async ({
  open,
  mira,
  server,
}) => {
  const { page } = await open(mira, { at: '/friends' });
  // The share sheet of the system is the only part that a browser without a screen does not have.
  await page.evaluate(() => {
    Object.assign(navigator, { share: async (shared: ShareData) => Object.assign(globalThis, { shared }) });
  });
  await byLink(page);
  await make(page).click();
  await hasFocus(link(page));
  const at = await link(page).inputValue();
  expect(at).toMatch(/\/auth\?invite=[\w-]{43}$/);
  await page.getByRole('img', { name: 'The link, for a camera' }).waitFor();
  await page.getByText(/^Works for one person, until /).waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  expect(await page.evaluate(() => (globalThis as unknown as { shared: ShareData }).shared.url)).toBe(at);
  expect(await barriers(page, 'a link that invites')).toEqual([]);
  await page.keyboard.press('Escape');

  const { page: newcomer } = await open();
  const email = address();
  const { pathname, search } = new URL(at);
  await newcomer.goto(`${pathname}${search}`);
  await newcomer.getByRole('heading', { level: 1, name: 'Mira Holm keeps a seat for you' }).waitFor();
  await newcomer.getByLabel('Name', { exact: true }).fill('Noor Aziz');
  await newcomer.getByLabel('Email', { exact: true }).fill(email);
  await newcomer.getByLabel('Password', { exact: true }).fill('correct horse 7');
  await newcomer.getByRole('button', { name: 'Sign Up', exact: true }).last().click();
  await newcomer.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  const confirmation = await verificationLink(server, email);
  await newcomer.goto(`${confirmation.pathname}${confirmation.search}`);
  await newcomer.getByRole('button', { name: 'Confirm my address' }).click();
  await newcomer.getByRole('button', { name: 'Skip for now' }).click();
  await newcomer.getByRole('heading', { name: 'Mira Holm knows that you are here' }).waitFor();
  expect(await newcomer.getByText('Build your tribe').count()).toBe(0);

  await page.getByRole('button', { name: 'Accept the invitation of Noor Aziz' }).click();
  await page.getByText('1 of 8').waitFor();
  await card(newcomer, 'Soup on Sunday?').waitFor();
});

test('a member who opens a link asks at once; a revoked link is closed; a reload lists the links', async ({ open, mira, circle }) => {
  const { page } = await open(mira, { at: '/friends', viewport: DESKTOP });
  await byLink(page);
  await page.getByText('Up to three', { exact: true }).click();
  await make(page).press('Enter');
  await hasFocus(link(page));
  const { pathname, search } = new URL(await link(page).inputValue());
  const otto = await circle.signUp('Otto Berg', { email: address() });
  const { page: member } = await open(otto, { at: `${pathname}${search}` });
  await member.getByRole('heading', { level: 1, name: 'Mira Holm knows that you are here' }).waitFor();
  await member.getByRole('button', { name: 'Continue' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Accept the invitation of Otto Berg' }).waitFor();

  // The content of a link is shown once. Afterwards it can only be revoked.
  await page.reload();
  await byLink(page);
  await page.getByText(/^Works for 2 people more, until /).waitFor();
  expect(await link(page).count()).toBe(0);
  await page.getByRole('button', { name: /^Revoke this link: / }).click();
  await page.getByText(/^Works for /).waitFor({ state: 'hidden' });
  await make(page).click();
  await page.getByRole('button', { name: 'Revoke this link' }).click();
  await hasFocus(make(page));
  const { page: visitor } = await open(null, { at: `${pathname}${search}` });
  await visitor.getByText('This invitation is not open any more.').waitFor();
});

test('without a connection the sheet says that it needs one', async ({ open, mira, faultProxy }) => {
  const { page } = await open(mira, { at: '/friends', url: faultProxy.url });
  await page.getByText('0 of 8').waitFor();
  await inSync(page, 'live').waitFor();
  // Opens the sheet first, so that its script is loaded before the cut.
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await page.getByText('By link', { exact: true }).click();
  await make(page).waitFor();
  faultProxy.cut();
  await make(page).click();
  await page.getByText('A link needs a connection.').waitFor();
  faultProxy.heal();
  await inSync(page, 'live').waitFor();
  await expect.poll(() => make(page).isEnabled()).toBe(true);
  await make(page).click();
  await link(page).waitFor();
});

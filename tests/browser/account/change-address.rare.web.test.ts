/** Changing the address of an account: requested in Settings, confirmed by the link sent to the new address. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { test } from '../../support/fixtures/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { addressLink, signIn } from '../../support/people.ts';
import { answerWithPassword, letPresencePass, presenceSheet } from '../../support/presence.ts';
import { openAccount } from '../../support/settings-rows.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Change your email' });
const newEmail = (page: Page) => sheet(page).getByLabel('New email');
const send = (page: Page) => sheet(page).getByRole('button', { name: 'Send the link' });
const opener = (page: Page) => page.getByRole('button', { name: 'Change your email' });

test('an address is changed by its member, with a link sent to the new address, which waits to be confirmed', async ({
  open,
  circle,
  server,
}) => {
  const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okafor')];
  await circle.befriend(ana, ben);
  const { page } = await open(ana, { at: '/settings', viewport: DESKTOP });
  const { page: friends } = await open(ben, { at: `/friends/${ana.id}` });
  await friends.getByRole('button', { name: 'About Ana' }).click();
  await friends.getByText(ana.email).waitFor();

  await openAccount(page);
  await opener(page).click();
  await hasFocus(newEmail(page));
  expect.soft(await barriers(page, 'change of address')).toEqual([]);
  await send(page).click();
  await sheet(page).getByText('Email is required').waitFor();
  await newEmail(page).fill('ana at home');
  await send(page).click();
  await sheet(page).getByText('Please enter a valid email').waitFor();
  await newEmail(page).fill('an\u00ADa@home.test');
  await send(page).click();
  await sheet(page).getByText('This has characters that nobody can see.').waitFor();
  await newEmail(page).fill(` ${ana.email.toUpperCase()}`);
  await send(page).click();
  await sheet(page).getByText('This is your address already.').waitFor();

  const email = 'ana@home.test';
  await newEmail(page).fill(email);
  await letPresencePass(server, ana);
  await newEmail(page).press('Enter');
  await answerWithPassword(page, 'a guess 1');
  await presenceSheet(page).getByText('That is not your current password.').waitFor();
  await answerWithPassword(page, ana.password);
  await sheet(page).getByText('We sent a link to your new address.').waitFor();
  await sheet(page).getByRole('button', { name: 'Done' }).click();
  await hasFocus(opener(page));
  expect(await page.getByText(email).count()).toBe(0);
  await page.keyboard.press('Escape');

  // The link is opened on a device where nobody is signed in: nothing happens until the button is pressed.
  const link = await addressLink(server, email);
  const { page: mailed } = await open(null);
  for (let opened = 0; opened < 3; opened += 1) await mailed.goto(`${link.pathname}${link.hash}`);
  const confirm = mailed.getByRole('button', { name: 'Use this address' });
  await confirm.waitFor();
  expect.soft(await barriers(mailed, 'confirming an address')).toEqual([]);
  expect((await ana.client.get('/api/profiles/me')).body.data.email).toBe(ana.email);
  await confirm.click();
  await mailed.getByRole('heading', { name: 'Email Changed' }).waitFor();

  // The new address shows without a reload, to its member and to friends.
  await page.getByRole('main').getByText(email).first().waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByText(email).waitFor();
  await friends.getByText(email).waitFor();
  await mailed.getByRole('link', { name: 'Sign In' }).click();
  await signIn(mailed, { email, password: ana.password });

  // The answer may have been lost: pressing again says the same. A made-up token says that the address was not changed.
  await mailed.goto(`${link.pathname}${link.hash}`);
  await confirm.click();
  await mailed.getByRole('heading', { name: 'Email Changed' }).waitFor();
  await mailed.goto('/auth#address=nobody');
  await confirm.click();
  await mailed.getByRole('heading', { name: 'Email Not Changed' }).waitFor();
  await mailed.getByText('This link does not work, or you have used it already.').waitFor();
  await mailed.getByRole('link', { name: 'Open Settings' }).click();
  await mailed.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
});

test('without a connection the form says so, sends nothing, and keeps what was typed', async ({ open, circle }) => {
  const cleo = await circle.signUp('Cleo Park');
  const { page, context } = await open(cleo);
  await upToDate(page);
  await page.goto('/settings');
  await openAccount(page);
  await opener(page).click();
  await newEmail(page).fill('cleo@home.test');
  await context.setOffline(true);
  await sheet(page).getByText('You are offline.').waitFor();
  expect(await send(page).isDisabled()).toBe(true);
  await context.setOffline(false);
  await expect.poll(() => send(page).isEnabled()).toBe(true);
  expect(await newEmail(page).inputValue()).toBe('cleo@home.test');
  await send(page).click();
  await sheet(page).getByText('We sent a link to your new address.').waitFor();
});

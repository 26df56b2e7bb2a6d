/**
 * The ways to sign in besides the password: passkeys, with Chromium's own authenticator, and codes from an app, with recovery codes for
 * when the app is lost.
 */
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { person, signUp, skipArrival, verificationLink } from '../../support/people.ts';
import type { AppOptions } from '../../support/start-app.ts';

const test = browserTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ name: 'localhost' }))
  .extend('ana', ({ circle }) => circle.signUp('Ana Ribeiro', { email: `${uuid()}@kith.test` }));

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('button', { name });
const posts = (page: Page) => page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();

/** A device that asks for a fingerprint, which its owner gives. */
async function authenticatorOf(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verified: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    attends: (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/settings');
  await upToDate(page);
  await button(page, 'Sign out').click();
  await page.getByText('Join Your Tribe').or(page.getByText('Forgot password?')).first().waitFor();
  await page.goto('/auth');
  await button(page, 'Login').waitFor();
}

test('a passkey is added and named, signs in without typing, is renamed and removed; every failure is explained in a sentence', async ({
  open,
  server,
  ana,
}) => {
  const { page } = await open(ana, { at: '/settings' });
  const device = await authenticatorOf(page);
  await upToDate(page);
  // An open session of more than a few minutes is not enough to add a passkey: it takes the password.
  await server.sql`update sessions set created_at = created_at - interval '6 minutes' where user_id = ${ana.id}`;
  await row(page, 'Passkeys').press('Enter');
  await page.getByText('You have no passkey yet.').waitFor();
  const name = page.getByLabel('Name', { exact: true });
  const add = button(page, 'Add a passkey');
  await name.fill(' ');
  await add.click();
  await page.getByText('Please enter a name').waitFor();
  await name.fill('My phone');
  await add.click();
  const password = page.getByLabel('Your password', { exact: true });
  await hasFocus(password);
  await password.fill('not it 123');
  await add.click();
  await page.getByText('Your present password is incorrect. Please try again.').waitFor();
  await password.fill(ana.password);
  await device.verified(false);
  await add.click();
  await page.getByText('No passkey was made: this was cancelled, or it took too long.').waitFor();
  await device.verified(true);
  await add.click();
  await page.getByText('The passkey was added.').waitFor();
  await page.getByText('Not used yet').waitFor();
  expect(await device.count()).toBe(1);
  expect(await barriers(page, 'passkeys')).toEqual([]);
  await add.click();
  await password.fill(ana.password);
  await add.click();
  await page.getByText('This device has a passkey for your account already.').waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(row(page, 'Passkeys'));

  // Nobody is at the device yet, so nothing signs in before the button is pressed.
  await device.attends(false);
  await signOut(page);
  expect(await barriers(page, 'sign-in with passkeys')).toEqual([]);
  expect(await page.getByLabel('Email', { exact: true }).getAttribute('autocomplete')).toBe('username webauthn');
  await device.attends(true);
  await button(page, 'Sign in with a passkey').click();
  await posts(page);

  await device.attends(false);
  await signOut(page);
  // This comes first: the offer in the address field would use a finger that is there at once.
  await device.verified(false);
  await device.attends(true);
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('No passkey was used: this was cancelled, or it took too long.').waitFor();
  // From here on the device accepts what the page offers in the address field, without any press.
  await device.verified(true);
  await page.reload();
  await posts(page);

  await page.goto('/settings');
  await row(page, 'Passkeys').click();
  await page.getByText('Last used: Just now').waitFor();
  await button(page, 'Rename My phone').click();
  await page.getByLabel('Name', { exact: true }).first().fill('Blue phone');
  await page.keyboard.press('Enter');
  await page.getByText('The passkey has its new name.').waitFor();
  await button(page, 'Remove Blue phone').click();
  await page.getByRole('heading', { name: 'Remove Blue phone?' }).waitFor();
  expect(await barriers(page, 'removing a passkey')).toEqual([]);
  await button(page, 'Remove').last().click();
  await page.getByText('The passkey was removed.').waitFor();
  await page.getByText('You have no passkey yet.').waitFor();
  await device.attends(false);
  await signOut(page);
  await device.attends(true);
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('This passkey does not open an account here. Please log in another way.').waitFor();
});

test('codes from an app are set up and asked for after the password, a recovery code works instead, and offline the page says so', async ({
  open,
  server,
  faultProxy: network,
}) => {
  const ana = person('Ana Ribeiro');
  const { page } = await open(null, { url: network.url });
  await signUp(page, ana);
  const { pathname, search } = await verificationLink(server, ana.email);
  const confirmAgain = async () => {
    await page.goto(`${pathname}${search}`);
    await button(page, 'Confirm my address').click();
  };
  await confirmAgain();
  await skipArrival(page);
  await page.goto('/settings');
  await upToDate(page);
  /** Marks codes up to this time step as used. A slow machine needs more than one step for the story. */
  const usedUpTo = (step: number) =>
    server.sql`update second_factors set last_step = ${step} where user_id = (select id from users where email = ${ana.email})`;
  await row(page, 'Code at sign-in').click();
  await button(page, 'Set it up').click();
  await page.getByRole('img', { name: 'The key as a QR code' }).waitFor();
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const field = page.getByLabel('Code from the app', { exact: true });
  await hasFocus(field);
  expect(await barriers(page, 'setting up codes')).toEqual([]);
  await field.fill('12345');
  await field.press('Enter');
  await page.getByText('This code is not right.').waitFor();
  await hasFocus(field);
  await field.fill(code());
  await field.press('Enter');
  await page.getByText('From now on signing in with your password takes a code.').waitFor();
  const recovery = await page.locator('ol code').allTextContents();
  expect(recovery.length).toBe(10);
  expect(await barriers(page, 'recovery codes')).toEqual([]);
  // On paper there are only the codes.
  await page.emulateMedia({ media: 'print' });
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden on paper must not count
  const printed = await page.evaluate(() => document.body.innerText);
  expect(printed.split('\n').filter(Boolean)).toEqual(['Recovery codes for Kith. Each opens your account once.', ...recovery]);
  await page.emulateMedia({ media: null });
  const saved = page.waitForEvent('download');
  await button(page, 'Download').click();
  expect((await saved).suggestedFilename()).toBe('kith-recovery-codes.txt');
  await button(page, 'I have kept them').click();
  await page.getByText('10 recovery codes are left').waitFor();
  await page.keyboard.press('Escape');

  const enterPassword = async () => {
    await page.getByLabel('Email', { exact: true }).fill(ana.email);
    await page.getByLabel('Password', { exact: true }).fill(ana.password);
    await button(page, 'Login').last().click();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  };
  await signOut(page);
  // The sign-up link, opened again, is a single factor, as the password is.
  await confirmAgain();
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await hasFocus(field);
  await button(page, 'Back to Sign In').click();
  await enterPassword();
  await hasFocus(field);
  expect(await barriers(page, 'code at sign-in')).toEqual([]);
  await field.fill('12 34');
  await field.press('Enter');
  await page.getByText('This recovery code is not right, or it was used already.').waitFor();
  await button(page, 'Back to Sign In').click();
  await enterPassword();
  await usedUpTo(0);
  await field.fill(code());
  await button(page, 'Continue').click();
  await posts(page);

  await signOut(page);
  await enterPassword();
  await usedUpTo(Math.ceil(Date.now() / 30_000) + 100);
  await field.fill(code());
  await button(page, 'Continue').click();
  await page.getByText('This code was used already. Please wait for the next one.').waitFor();
  await button(page, 'Use a recovery code').click();
  const spare = page.getByLabel('Recovery code', { exact: true });
  await hasFocus(spare);
  expect(await barriers(page, 'recovery code at sign-in')).toEqual([]);
  await spare.fill(recovery[0] ?? '');
  await spare.press('Enter');
  await posts(page);

  await page.goto('/settings');
  await upToDate(page);
  await row(page, 'Code at sign-in').click();
  await page.getByText('9 recovery codes are left').waitFor();
  await button(page, 'Turn off').click();
  await hasFocus(page.getByLabel('Your password', { exact: true }));
  await page.getByLabel('Your password', { exact: true }).fill(ana.password);
  await page.getByLabel('Code from the app, or a recovery code').fill(recovery[1] ?? '');
  await button(page, 'Turn off').click();
  await page.getByText('Signing in takes no code any more.').waitFor();
  await page.keyboard.press('Escape');

  network.cut();
  await page.getByText('Offline').first().waitFor();
  for (const [name, message] of [
    ['Passkeys', 'You are offline. Your passkeys can be seen and changed once you are back online.'],
    ['Code at sign-in', 'You are offline. This can be changed once you are back online.'],
  ] as const) {
    await row(page, name).click();
    await page.getByText(message).waitFor();
    await page.keyboard.press('Escape');
  }
});

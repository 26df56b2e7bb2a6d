/** Codes from an app, with recovery codes for when the app is lost. */
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { person, signUp, skipArrival, verificationLink } from '../../support/people.ts';
import { answerWithPassword, letPresencePass } from '../../support/presence.ts';
import { openAccount } from '../../support/settings-rows.ts';
import { button, posts, row, signOut, test as waysTest } from './sign-in-ways-stage.ts';

const field = (page: Page) => page.getByLabel('Code from the app', { exact: true });

const test = waysTest
  /** Ana's page, with the key of a new app on it */
  .extend('settingUp', async ({ open, ana, faultProxy: network }) => {
    const { page } = await open(ana, { at: '/settings', url: network.url });
    await upToDate(page);
    await openAccount(page);
    await row(page, 'Code at sign-in').click();
    await button(page, 'Set it up').click();
    await page.getByRole('img', { name: 'The key as a QR code' }).waitFor();
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await hasFocus(field(page));
    return { page, code: () => new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
  })
  /** The same page, on which codes are set up, and the ten recovery codes that it shows */
  .extend('withCodes', async ({ settingUp: { page, code } }) => {
    await field(page).fill(code());
    await field(page).press('Enter');
    await page.getByText('From now on Kith asks for a code when you sign in with your password.').waitFor();
    return { page, code, recovery: await page.locator('ol code').allTextContents() };
  })
  /** Marks codes up to this time step as used. A slow machine needs more than one step for the story. */
  .extend('usedUpTo', ({ server, ana }) => async (step: number): Promise<void> => {
    await server.sql`update second_factors set last_step = ${step} where user_id = ${ana.id}`;
  })
  /** Signs in by the password, up to the question for a code. */
  .extend('enterPassword', ({ ana }) => async (page: Page): Promise<void> => {
    await page.getByLabel('Email', { exact: true }).fill(ana.email);
    await page.getByLabel('Password', { exact: true }).fill(ana.password);
    await button(page, 'Login').last().click();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  });

async function keepCodes(page: Page): Promise<void> {
  await button(page, 'I have kept them').click();
  await page.getByText('10 recovery codes are left').waitFor();
  await page.keyboard.press('Escape');
}

test('a wrong code sets nothing up', async ({ settingUp: { page } }) => {
  expect(await barriers(page, 'setting up codes')).toEqual([]);
  await field(page).fill('12345');
  await field(page).press('Enter');
  await page.getByText('This code is not right.').waitFor();
  await hasFocus(field(page));
});

test('ten recovery codes are shown, printed and downloaded', async ({ withCodes: { page, recovery } }) => {
  expect(recovery.length).toBe(10);
  expect(await barriers(page, 'recovery codes')).toEqual([]);
  // On paper there are only the codes.
  await page.emulateMedia({ media: 'print' });
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden on paper must not count
  const printed = await page.evaluate(() => document.body.innerText);
  expect(printed.split('\n').filter(Boolean)).toEqual(['Recovery codes for Kith. Each lets you in once.', ...recovery]);
  await page.emulateMedia({ media: null });
  const saved = page.waitForEvent('download');
  await button(page, 'Download').click();
  expect((await saved).suggestedFilename()).toBe('kith-recovery-codes.txt');
  await keepCodes(page);
});

test('recovery codes stay until their member says that they are kept; then the rows say that a code is on', async ({
  withCodes: { page, recovery },
  faultProxy: network,
}) => {
  const shown = page.locator('ol code');
  await page.keyboard.press('Escape');
  await page.getByText('Keep your recovery codes first').waitFor();
  await hasFocus(button(page, 'I have kept them'));
  await page.mouse.click(4, 4);
  await button(page, 'Close').click();
  expect(await shown.allTextContents()).toEqual(recovery);
  expect(await barriers(page, 'recovery codes that are not kept')).toEqual([]);
  await keepCodes(page);
  const state = page.getByRole('listitem').filter({ hasText: 'Code at sign-in' }).getByText('On', { exact: true });
  await state.waitFor();
  network.cut();
  await state.waitFor({ state: 'detached' });
  network.heal();
  await page.keyboard.press('Escape');
  await page.getByText('Code On').waitFor();
});

test('the phone that needs the code opens its own app', async ({ settingUp: { page }, open, ana, faultProxy: network }) => {
  const link = page.getByRole('link', { name: 'Open in your authenticator app' });
  expect(await link.getAttribute('href')).toMatch(/^otpauth:\/\/totp\/Kith:/);
  const { page: desktop } = await open(ana, { at: '/settings', url: network.url, viewport: DESKTOP });
  await openAccount(desktop);
  await row(desktop, 'Code at sign-in').click();
  await button(desktop, 'Set it up').click();
  await desktop.getByRole('img', { name: 'The key as a QR code' }).waitFor();
  expect(await desktop.getByRole('link', { name: 'Open in your authenticator app' }).count()).toBe(0);
});

test('signing in with the password takes a code', async ({ withCodes: { page, code }, enterPassword, usedUpTo }) => {
  await keepCodes(page);
  await signOut(page);
  await enterPassword(page);
  await hasFocus(field(page));
  expect(await barriers(page, 'code at sign-in')).toEqual([]);
  await field(page).fill('12 34');
  await field(page).press('Enter');
  await page.getByText('This recovery code is not right, or you have used it already.').waitFor();
  await button(page, 'Back to Sign In').click();
  await enterPassword(page);
  await usedUpTo(0);
  await field(page).fill(code());
  await button(page, 'Continue').click();
  await posts(page);
});

test('the link of a sign-up, opened again, takes a code as the password does', async ({ open, server }) => {
  const dora = person('Dora Lind');
  const { page } = await open(null);
  await signUp(page, dora);
  const { pathname, hash } = await verificationLink(server, dora.email);
  const confirm = async () => {
    await page.goto(`${pathname}${hash}`);
    await button(page, 'Confirm my address').click();
  };
  await confirm();
  await skipArrival(page);
  await page.goto('/settings');
  await upToDate(page);
  await openAccount(page);
  await row(page, 'Code at sign-in').click();
  await button(page, 'Set it up').click();
  await page.getByRole('img', { name: 'The key as a QR code' }).waitFor();
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await field(page).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await field(page).press('Enter');
  await keepCodes(page);
  await signOut(page);
  await confirm();
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await hasFocus(field(page));
});

test('a code works once; a recovery code works in its place', async ({ withCodes: { page, code, recovery }, enterPassword, usedUpTo }) => {
  await keepCodes(page);
  await signOut(page);
  await enterPassword(page);
  await usedUpTo(Math.ceil(Date.now() / 30_000) + 100);
  await field(page).fill(code());
  await button(page, 'Continue').click();
  await page.getByText('You have used this code already. Please wait for the next one.').waitFor();
  await button(page, 'Use a recovery code').click();
  const spare = page.getByLabel('Recovery code', { exact: true });
  await hasFocus(spare);
  expect(await barriers(page, 'recovery code at sign-in')).toEqual([]);
  await spare.fill(recovery[0] ?? '');
  await spare.press('Enter');
  await posts(page);
  await page.goto('/settings');
  await upToDate(page);
  await openAccount(page);
  await row(page, 'Code at sign-in').click();
  await page.getByText('9 recovery codes are left').waitFor();
});

test('turning codes off takes a code and that the member is there', async ({ withCodes: { page, recovery }, server, ana }) => {
  await keepCodes(page);
  await row(page, 'Code at sign-in').click();
  await button(page, 'Turn off').click();
  const either = page.getByLabel('Code from the app, or a recovery code');
  await hasFocus(either);
  await letPresencePass(server, ana);
  await either.fill(recovery[1] ?? '');
  await button(page, 'Turn off').click();
  await answerWithPassword(page, ana.password);
  await page.getByText('Kith no longer asks for a code when you sign in.').waitFor();
});

test('without a connection passkeys and codes say so', async ({ open, ana, faultProxy: network }) => {
  const { page } = await open(ana, { at: '/settings', url: network.url });
  await upToDate(page);
  // What these rows open is loaded while there is a connection.
  await openAccount(page);
  for (const name of ['Passkeys', 'Code at sign-in']) {
    await row(page, name).click();
    await page.getByRole('dialog', { name }).waitFor();
    await page.keyboard.press('Escape');
  }
  network.cut();
  await page.getByText('Offline').first().waitFor();
  for (const [name, message] of [
    ['Passkeys', 'You are offline. You can see and change your passkeys once you are back online.'],
    ['Code at sign-in', 'You are offline. You can change this once you are back online.'],
  ] as const) {
    await row(page, name).click();
    await page.getByText(message).waitFor();
    await page.keyboard.press('Escape');
  }
});

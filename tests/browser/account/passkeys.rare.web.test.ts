/** Passkeys: what adding one takes, every failure in a sentence, and how a passkey is renamed and removed. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addAuthenticator } from '../../support/authenticator.ts';
import { barriers } from '../../support/barriers.ts';
import { frames, hasFocus, upToDate } from '../../support/on-screen.ts';
import { answerWithPassword, letPresencePass, presenceSheet } from '../../support/presence.ts';
import { openAccount } from '../../support/settings-rows.ts';
import { button, posts, row, signInByPasskey, signOut, test as waysTest } from './sign-in-ways-stage.ts';

const test = waysTest
  /** Ana's page, with an authenticator, and the sheet of her passkeys open */
  .extend('passkeys', async ({ open, ana }) => {
    const { page } = await open(ana, { at: '/settings' });
    const device = await addAuthenticator(page);
    await upToDate(page);
    await openAccount(page);
    await row(page, 'Passkeys').press('Enter');
    await page.getByText('You have no passkey yet.').waitFor();
    return { page, device };
  });

async function add(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('My phone');
  await button(page, 'Add a passkey').click();
  await page.getByText('The passkey was added.').waitFor();
}

test('adding one needs a name and that its member is there; every failure is explained in a sentence', async ({
  passkeys: { page, device },
  server,
  ana,
}) => {
  // An open session of more than a few minutes is not enough to add a passkey: its member must show that they are there.
  await letPresencePass(server, ana);
  const name = page.getByLabel('Name', { exact: true });
  const addButton = button(page, 'Add a passkey');
  await name.fill(' ');
  await addButton.click();
  await page.getByText('Please enter a name').waitFor();
  await name.fill('My phone');
  await addButton.click();
  await hasFocus(presenceSheet(page).getByLabel('Your password', { exact: true }));
  await answerWithPassword(page, 'not it 123');
  await page.getByText('That is not your current password. Please try again.').waitFor();
  await device.verified(false);
  await answerWithPassword(page, ana.password);
  await page.getByText('No passkey was made: this was cancelled, or it took too long.').waitFor();
  await device.verified(true);
  await addButton.click();
  await page.getByText('The passkey was added.').waitFor();
  expect(await device.count()).toBe(1);
  expect(await barriers(page, 'passkeys')).toEqual([]);
  await addButton.click();
  await page.getByText('This device already has a passkey for your account.').waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(row(page, 'Passkeys'));
});

test('the address field offers the passkey; what is cancelled is explained', async ({ passkeys: { page, device } }) => {
  await add(page);
  await page.keyboard.press('Escape');
  await device.attends(false);
  await signOut(page);
  expect(await barriers(page, 'sign-in with passkeys')).toEqual([]);
  expect(await page.getByLabel('Email', { exact: true }).getAttribute('autocomplete')).toBe('username webauthn');
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
  await openAccount(page);
  await row(page, 'Passkeys').click();
  await page.getByText('Last used: Just now').waitFor();
});

test('a passkey is renamed and removed, and then opens nothing', async ({ passkeys: { page, device } }) => {
  await add(page);
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
  await signInByPasskey(page, device);
  await page.getByText('This passkey does not open an account here. Please log in another way.').waitFor();
});

test('a press that is quicker than the offer in the address field is not ended by it', async ({ passkeys: { page, device } }) => {
  await add(page);
  await page.keyboard.press('Escape');
  await device.attends(false);
  await page.addInitScript(() => {
    const offered = new Promise<boolean>((resolve) => {
      Object.assign(globalThis, { letOffer: () => resolve(true) });
    });
    PublicKeyCredential.isConditionalMediationAvailable = () => offered;
  });
  await signOut(page);
  const asked: string[] = [];
  await page.route('**/api/auth/passkeys/sign-in/options', (route) => {
    asked.push(route.request().url());
  });
  await button(page, 'Sign in with a passkey').click();
  await expect.poll(() => asked).toHaveLength(1);
  await page.evaluate(() => (globalThis as unknown as { letOffer(): void }).letOffer());
  await frames(page, 5);
  expect(asked).toHaveLength(1);
});

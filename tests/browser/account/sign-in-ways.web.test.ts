/** Signing in with a passkey, with Chromium's own authenticator. */
import { expect } from 'vitest';
import { addAuthenticator } from '../../support/authenticator.ts';
import { violations } from '../../support/barriers.ts';
import { upToDate } from '../../support/on-screen.ts';
import { openAccount } from '../../support/settings-rows.ts';
import { button, posts, row, signInByPasskey, signOut, test } from './sign-in-ways-stage.ts';

test('a passkey is added and named, and signs in without typing', async ({ open, ana }) => {
  const { page } = await open(ana, { at: '/settings' });
  const device = await addAuthenticator(page);
  await upToDate(page);
  await openAccount(page);
  await row(page, 'Passkeys').press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('My phone');
  await button(page, 'Add a passkey').click();
  await page.getByText('The passkey was added.').waitFor();
  await page.getByText('Not used yet').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('listitem').filter({ hasText: 'Passkeys' }).getByText('1', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Passkeys 1').waitFor();

  await device.attends(false);
  await signOut(page);
  await signInByPasskey(page, device);
  await posts(page);
});

/** Before what an open session may not do alone, one sheet asks whether it is really the member. Then what was pressed goes on. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { addAuthenticator } from '../../support/authenticator.ts';
import { barriers } from '../../support/barriers.ts';
import { offlineTest } from '../../support/fixtures/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { field, newPost, submit } from '../../support/post-form.ts';
import { answerWithPassword, letPresencePass, presenceSheet } from '../../support/presence.ts';
import { openAccount } from '../../support/settings-rows.ts';
import type { AppOptions } from '../../support/start-app.ts';

const test = offlineTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ name: 'localhost' }))
  .extend('ana', ({ circle }) => circle.signUp('Ana Ribeiro', { email: `${uuid()}@kith.test` }));

const row = (page: Page, name: string) => page.getByRole('button', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const cancelled = 'Nothing was done, because you did not show that it is you.';

test('the sheet asks once, explains every failure, and what was pressed goes on, without signing out', async ({
  open,
  circle,
  server,
  ana,
  faultProxy: network,
}) => {
  const { page, newTab } = await open(ana, { at: '/settings', url: network.url });
  await circle.openSession(ana, 'a phone');
  await circle.openSession(ana, 'a tablet');
  await upToDate(page);
  await letPresencePass(server, ana);

  // Changing the password. A cancelled question changes nothing, and keeps what was typed.
  await openAccount(page);
  await row(page, 'Change your password').click();
  const change = page.getByRole('dialog', { name: 'Change your password' }).getByRole('button', { name: 'Change your password' });
  await page.getByLabel('New password', { exact: true }).fill('another horse 8');
  await page.getByLabel('Confirm new password').fill('another horse 8');
  await change.press('Enter');
  const password = presenceSheet(page).getByLabel('Your password', { exact: true });
  await hasFocus(password);
  expect(await barriers(page, 'is it you')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText(cancelled).waitFor();
  await hasFocus(change);
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('another horse 8');

  await change.press('Enter');
  await hasFocus(password);
  await password.press('Enter');
  await page.getByText('Please enter your password').waitFor();
  await answerWithPassword(page, 'not it 123');
  await page.getByText('That is not your current password. Please try again.').waitFor();
  await hasFocus(password);
  await page.route('**/api/auth/presence', (route) => route.fulfill({ status: 429, json: { success: false, code: 'TOO_MANY_REQUESTS' } }), {
    times: 1,
  });
  await answerWithPassword(page, ana.password);
  await page.getByText('There were many attempts just now. Please wait a moment and try again.').waitFor();
  network.cut();
  await page.getByText('You are offline. You can go on once you are back online.').waitFor();
  expect(await button(page, 'Continue').isDisabled()).toBe(true);
  network.heal();
  await expect.poll(() => button(page, 'Continue').isDisabled()).toBe(false);
  await answerWithPassword(page, ana.password);
  await page.getByText('Password updated successfully').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  // For five minutes nothing asks again.
  await row(page, 'Change your email').click();
  await page.getByLabel('New email').fill(`${uuid()}@home.test`);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('We sent a link to your new address.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  // After that everything asks: signing out one device, and all others, by one request.
  await circle.openSession(ana, 'a phone');
  await circle.openSession(ana, 'a tablet');
  await letPresencePass(server, ana);
  await row(page, 'Devices').click();
  const out = page.getByRole('button', { name: /^Sign out (?!all)/ }).first();
  await out.click();
  await presenceSheet(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(cancelled).waitFor();
  expect(await server.sql`select from sessions where user_id = ${ana.id}`).toHaveLength(3);
  await row(page, 'Sign out all other devices').click();
  // Another tab of this browser may answer as well: presence belongs to the session.
  const second = await newTab();
  await second.goto(`${network.url}/settings`);
  await openAccount(second);
  await row(second, 'Change your password').click();
  await second.getByLabel('New password', { exact: true }).fill('third horse 9');
  await second.getByLabel('Confirm new password').fill('third horse 9');
  await second.getByRole('dialog').getByRole('button', { name: 'Change your password' }).click();
  await answerWithPassword(second, 'another horse 8');
  await second.getByText('Password updated successfully').waitFor();
  await answerWithPassword(page, 'third horse 9');
  await page.getByText('All other devices are signed out.').waitFor();
  expect(await server.sql`select from sessions where user_id = ${ana.id}`).toHaveLength(1);
  await page.keyboard.press('Escape');

  // The export goes on, and keeps nothing if it is cancelled.
  await page.evaluate(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  await letPresencePass(server, ana);
  await row(page, 'Export your data').click();
  await button(page, 'Start the export').click();
  await presenceSheet(page).getByRole('button', { name: 'Close' }).click();
  await page.getByText(cancelled).waitFor();
  await button(page, 'Try again').click();
  const downloading = page.waitForEvent('download');
  await answerWithPassword(page, 'third horse 9');
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByText('Your data was exported.').waitFor();
});

test('ten wrong passwords sign this device out, which says why and keeps what it has not sent', async ({
  open,
  circle,
  server,
  ana,
  faultProxy: network,
}) => {
  await circle.befriend(ana, await circle.signUp('Ben Okri', { email: `${uuid()}@kith.test` }));
  const { page, newTab } = await open(ana, { at: '/settings', url: network.url });
  await upToDate(page);
  await letPresencePass(server, ana);
  const other = await newTab();
  await other.goto(`${network.url}/posts`);
  await upToDate(other);
  await openAccount(page);
  await row(page, 'Export your data').click();
  await page.evaluate(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  await button(page, 'Start the export').click();
  for (let nth = 1; nth < 10; nth++) {
    await answerWithPassword(page, `a guess ${nth}`);
    await page.getByText('That is not your current password. Please try again.').waitFor();
  }
  // A post that has not left this device.
  const release = network.hold('/api/sync/push');
  await newPost(other);
  await field(other).fill('Written before the device was signed out');
  await submit(other).click();
  await other.getByText('Written before the device was signed out').first().waitFor();
  await answerWithPassword(page, 'a guess 10');
  await page.getByText('The password was wrong ten times within an hour, so this device was signed out.').waitFor();
  await page.getByLabel('Email', { exact: true }).waitFor();
  await other.getByText('Your session has expired. Please log in again.').waitFor();
  expect(await server.sql`select from posts where author_id = ${ana.id}`).toHaveLength(0);

  release();
  await page.getByLabel('Email', { exact: true }).fill(ana.email);
  await page.getByLabel('Password', { exact: true }).fill(ana.password);
  await page.getByRole('button', { name: 'Login' }).last().click();
  await upToDate(page);
  await expect.poll(() => server.sql`select from posts where author_id = ${ana.id}`).toHaveLength(1);
});

test('a passkey answers as well, also for a member without a password; a session that ends closes the question', async ({
  open,
  server,
  ana,
}) => {
  const { page } = await open(ana, { at: '/settings' });
  const device = await addAuthenticator(page);
  await upToDate(page);
  await openAccount(page);
  await row(page, 'Passkeys').click();
  await button(page, 'Add a passkey').click();
  await page.getByText('The passkey was added.').waitFor();
  // Other devices are signed in, so signing them out is offered after such a change.
  await expect.poll(() => page.getByText('Your other devices are still signed in.').count()).toBe(1);
  await button(page, 'Sign out all other devices').click();
  await page.getByText('All other devices are signed out.').waitFor();
  expect(await barriers(page, 'passkeys, after a change')).toEqual([]);

  await letPresencePass(server, ana);
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByLabel('Name', { exact: true }).first().fill('Blue phone');
  await page.keyboard.press('Enter');
  const usePasskey = presenceSheet(page).getByRole('button', { name: 'Use a passkey' });
  await device.verified(false);
  await usePasskey.click();
  await page.getByText('No passkey was used: this was cancelled, or it took too long.').waitFor();
  await device.verified(true);
  await usePasskey.click();
  await page.getByText('The passkey has its new name.').waitFor();

  await server.sql`update users set password_hash = null where id = ${ana.id}`;
  await letPresencePass(server, ana);
  await page.keyboard.press('Escape');
  await row(page, 'Code at sign-in').click();
  await button(page, 'Set it up').click();
  await usePasskey.waitFor();
  expect(await presenceSheet(page).getByLabel('Your password').count()).toBe(0);
  expect(await barriers(page, 'is it you, by passkey')).toEqual([]);
  await usePasskey.click();
  await page.getByRole('img', { name: 'The key as a QR code' }).waitFor();
  await button(page, 'Cancel').click();

  await letPresencePass(server, ana);
  await button(page, 'Set it up').click();
  await usePasskey.waitFor();
  // The page of signing in would use the passkey by itself, and its message would be gone.
  await device.attends(false);
  await server.sql`delete from sessions where user_id = ${ana.id}`;
  await usePasskey.click();
  await page.getByText('Your session has expired. Please log in again.').waitFor();
  await expect.poll(() => presenceSheet(page).count()).toBe(0);
});

/** The question before an account is deleted: without a connection, with a wrong password, and closed again. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { answerWithPassword, letPresencePass, presenceSheet } from '../../support/presence.ts';

const test = browserTest
  .extend('ana', ({ circle }) => circle.signUp('Ana Ribeiro', { email: `${uuid()}@kith.test` }))
  /** Ana's settings, with the question open and the word in it */
  .extend('asked', async ({ open, ana, faultProxy: network }) => {
    const { page } = await open(ana, { at: '/settings', url: network.url });
    await upToDate(page);
    await page.getByRole('button', { name: 'Delete account' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Delete account' });
    const word = sheet.getByLabel('Type DELETE to confirm');
    await word.fill('DELETE');
    return { page, sheet, word };
  });

test('without a connection it waits for one', async ({ asked: { page, sheet }, faultProxy: network }) => {
  const confirm = sheet.getByRole('button', { name: 'Delete account' });
  await expect.poll(() => confirm.isDisabled()).toBe(false);
  expect(await barriers(page, 'delete account')).toEqual([]);
  network.cut();
  await sheet.getByText('You are offline. You can delete your account once you are back online.').waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  network.heal();
  await expect.poll(() => confirm.isDisabled()).toBe(false);
});

test('after a wrong password nothing was done', async ({ asked: { page, sheet, word }, server, ana }) => {
  await letPresencePass(server, ana);
  await word.press('Enter');
  await answerWithPassword(page, 'not this one 1');
  await presenceSheet(page).getByText('That is not your current password. Please try again.').waitFor();
  await page.keyboard.press('Escape');
  await sheet.getByText('Nothing was done, because you did not show that it is you.').waitFor();
});

test('closed and opened again, it has nothing filled in', async ({ asked: { page, word } }) => {
  await page.keyboard.press('Escape');
  await hasFocus(page.getByRole('button', { name: 'Delete account' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => word.inputValue()).toBe('');
});

test('the goodbye has no barriers', async ({ asked: { page, word } }) => {
  await word.press('Enter');
  await page.getByText('Your account was deleted, with everything in it.').waitFor();
  expect(await barriers(page, 'goodbye')).toEqual([]);
});

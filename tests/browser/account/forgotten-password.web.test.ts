/** A forgotten password: requesting the link by mail, and setting a new password with it. */
import { expect } from 'vitest';
import { test } from '../../support/fixtures/browser.ts';
import { signIn } from '../../support/people.ts';

test('a forgotten password is replaced through the link in the mail; sending the form uses the link up, opening it does not', async ({
  page,
  open,
  circle,
  server,
}) => {
  const cleo = await circle.signUp('Cleo Park');
  const ask = page.getByRole('button', { name: 'Send Reset Link' });
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await ask.click();
  await page.getByText('Email is required').waitFor();
  await page.getByLabel('Email', { exact: true }).fill('cleo');
  await ask.click();
  await page.getByText('Please enter a valid email').waitFor();
  await page.getByLabel('Email', { exact: true }).fill(cleo.email);
  await ask.click();
  await page.getByText('Password reset email sent successfully').waitFor();

  const isReset = (link: string) => link.includes('/auth/reset-password');
  const link = (await server.mailTo(cleo.email, ({ links }) => links.some(isReset))).links.find(isReset) ?? '';
  const mailed = await page.context().newPage();
  for (let opened = 0; opened < 3; opened++) await mailed.goto(link);
  await page.getByText('The link is open in another tab.').waitFor();
  const type = async (password: string, again: string) => {
    await mailed.getByLabel('New password').fill(password);
    await mailed.getByLabel('Confirm password').fill(again);
    await mailed.getByRole('button', { name: 'Save new password' }).click();
  };
  await type('short', 'short');
  await mailed.getByText('Password must be at least 6 characters').waitFor();
  await type('another horse 8', 'another horse 9');
  await mailed.getByText('Passwords do not match').waitFor();
  await type('sixsix', 'sixsix');
  await mailed.getByText('Password must be at least 8 characters with letters and numbers.').waitFor();
  expect(await mailed.getByLabel('New password').getAttribute('aria-invalid')).toBe('true');
  await type('another horse 8', 'another horse 8');
  await mailed.getByRole('heading', { name: 'Password Reset Successful' }).waitFor();
  await mailed.getByRole('link', { name: 'Sign In' }).click();
  await mailed.waitForURL('**/auth');
  // The tab that waited for the mail shows the success as well, and its member can sign in there.
  await page.getByRole('heading', { name: 'Password Reset Successful' }).waitFor();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await signIn(page, { email: cleo.email, password: 'another horse 8' });
  await mailed.waitForURL('**/posts');

  const { page: other } = await open(null, { at: link });
  await other.getByLabel('New password').fill('third horse 9');
  await other.getByLabel('Confirm password').fill('third horse 9');
  await other.getByRole('button', { name: 'Save new password' }).click();
  await other.getByRole('heading', { name: 'Link Expired' }).waitFor();
  await other.getByRole('link', { name: 'Request New Reset Link' }).click();
  await other.getByRole('button', { name: 'Send Reset Link' }).waitFor();
  expect(new URL(other.url()).pathname).toBe('/auth');
});

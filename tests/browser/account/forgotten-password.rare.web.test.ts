/** A forgotten password when an answer is lost, and for somebody who never signed up. */
import { expect } from 'vitest';
import { readMailLink } from '../../../schemas/account/mail-link.ts';
import { apiClient } from '../../support/api-client.ts';
import { test } from '../../support/fixtures/browser.ts';
import { linkIn } from '../../support/member.ts';
import { hasFocus } from '../../support/on-screen.ts';

test('when the answer is lost, the same button says that the password was set', async ({ open, circle, server, faultProxy }) => {
  const dina = await circle.signUp('Dina Park');
  await apiClient(server.url).post('/api/auth/forgot-password', { email: dina.email });
  const { pathname, hash } = new URL((await server.mailTo(dina.email)).links[0] ?? '');
  const { page } = await open(null, { url: faultProxy.url, at: `${pathname}${hash}` });
  await page.getByLabel('New password').fill('another horse 8');
  await page.getByLabel('Confirm password').fill('another horse 8');
  const lost = faultProxy.dropAnswerTo('/api/auth/reset-password');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await lost;
  // A browser may send the request again by itself.
  const message = page.getByText('Network error occurred. Please try again.');
  const done = page.getByRole('heading', { name: 'Password Reset Successful' });
  await message.or(done).waitFor();
  if (await message.isVisible()) await page.getByRole('button', { name: 'Save new password' }).click();
  await done.waitFor();
});

test('somebody who never signed up types their own name before a link for a new password makes their account', async ({ open, server }) => {
  const email = 'never.signed.up@kith.test';
  await apiClient(server.url).post('/api/auth/sign-up', { email, name: 'Stranger', password: 'correct horse 7' });
  await apiClient(server.url).post('/api/auth/forgot-password', { email });
  const mail = await server.mailTo(email, ({ subject }) => subject === 'Choose a new password');
  const { pathname, hash } = new URL(mail.links[0] ?? '');
  const { page } = await open(null, { at: `${pathname}${hash}` });
  const save = page.getByRole('button', { name: 'Save new password' });
  for (const label of ['New password', 'Confirm password']) await page.getByLabel(label).fill('password1');
  await save.click();
  await page.getByText('Many people use this password').waitFor();
  await hasFocus(page.getByLabel('New password'));
  for (const label of ['New password', 'Confirm password']) await page.getByLabel(label).fill('another horse 8');
  await save.click();
  await page.getByRole('heading', { name: 'What is your name?' }).waitFor();
  const name = page.getByLabel('Name', { exact: true });
  await hasFocus(name);
  expect(await save.isDisabled()).toBe(true);
  await name.fill('Olga');
  await save.click();
  await page.getByRole('heading', { name: 'Password Reset Successful' }).waitFor();
  const { body } = await apiClient(server.url).post('/api/auth/sign-in', { email, password: 'another horse 8' });
  expect(body.data.user.name).toBe('Olga');
});

test('after an invitation that was passed on, the page says that passkeys went with the old password', async ({ open, circle, server }) => {
  const mira = await circle.signUp('Mira');
  const email = 'passed.on@kith.test';
  await mira.client.post('/api/friends/invite', { email });
  const mailed = readMailLink(new URL(linkIn(await server.mailTo(email), 'invite')));
  const holder = apiClient(server.url);
  const seat = { token: mailed?.token, secret: mailed?.secret, name: 'Noor', password: 'correct horse 7' };
  expect((await holder.post('/api/auth/invitations/join', seat)).status).toBe(200);
  await apiClient(server.url).post('/api/auth/forgot-password', { email });
  const mail = await server.mailTo(email, ({ subject }) => subject === 'Choose a new password');
  const { pathname, hash } = new URL(mail.links[0] ?? '');
  const { page } = await open(null, { at: `${pathname}${hash}` });
  for (const label of ['New password', 'Confirm password']) await page.getByLabel(label).fill('another horse 8');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await page.getByRole('heading', { name: 'Password Reset Successful' }).waitFor();
  await page.getByText('all passkeys were removed too').waitFor();
});

/** Confirming a sign-up when the server refuses something other than the link: the page says what, and the link stays valid. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { apiClient } from '../../support/api-client.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { type Person, person, skipArrival, verificationLink } from '../../support/people.ts';
import type { AppOptions } from '../../support/start-app.ts';

/** Puts off the invitation of Ana, which waits for an answer. */
const notNow = (page: Page) => page.getByRole('button', { name: 'Not now' }).click();

const test = browserTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { SIGN_UP: 'invited' } }))
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Levi'))
  /** Signs up a person whom Ana has invited, in another browser. Returns the link in the mail, and the invitation. */
  .extend('invited', ({ server, circle, ana }) => async (who: Person) => {
    const invitation = await circle.invite(ana, { email: who.email });
    const { status } = await apiClient(server.url).post('/api/auth/sign-up', { ...who });
    expect(status).toBe(201);
    return { link: (await verificationLink(server, who.email)).href, invitation };
  });

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm my address' });
const expired = (page: Page) => page.getByRole('heading', { name: 'Link Expired' });
const choose = async (page: Page, name: string, password: string) => {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await confirm(page).click();
};

test('a name with invisible characters is refused at its field, and can be corrected there', async ({ page, invited }) => {
  const { link } = await invited(person('Gil Levi'));
  await page.goto(link);
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await choose(page, 'Gil\u200b Levi', 'chosen here 8');
  await page.getByText('This has characters that nobody can see. Please type it again.').waitFor();
  expect(await expired(page).count()).toBe(0);
  expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe(null);

  await choose(page, 'Gil Levi', 'chosen here 8');
  await skipArrival(page);
  await notNow(page);
  await upToDate(page);
});

test('a refusal that only the server makes is shown at the field as well', async ({ page, invited }) => {
  const { link } = await invited(person('Hal Levi'));
  await page.goto(link);
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  // Sends what a page older than the server's rules would send.
  let typed: object = { name: 'Hal\u200b Levi' };
  await page.route('**/api/auth/verify', (route) => route.continue({ postData: { ...route.request().postDataJSON(), ...typed } }));
  await choose(page, 'Hal Levi', 'chosen here 8');
  await page.getByText('This has characters that nobody can see.').waitFor();
  expect(await expired(page).count()).toBe(0);
  expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');

  typed = { password: 'letters alone' };
  await confirm(page).click();
  await page.getByText('Password must be at least 8 characters with letters and numbers.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe(null);
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true');

  typed = {};
  await confirm(page).click();
  await skipArrival(page);
  await notNow(page);
  await upToDate(page);
});

test('when the invitation was cancelled, the page says that one is needed, and the same link works with the next invitation', async ({
  page,
  circle,
  ana,
  invited,
}) => {
  const ida = person('Ida Levi');
  const { link, invitation } = await invited(ida);
  const takenBack = await ana.client.delete(`/api/friends/invitations/${invitation}/cancel`);
  expect(takenBack.status).toBe(200);

  await page.goto(link);
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await choose(page, 'Ida Levi', 'chosen here 8');
  await page.getByText('You need an invitation to sign up here.').waitFor();
  expect(await expired(page).count()).toBe(0);

  await circle.invite(ana, { email: ida.email });
  await confirm(page).click();
  await skipArrival(page);
  await notNow(page);
  await upToDate(page);
});

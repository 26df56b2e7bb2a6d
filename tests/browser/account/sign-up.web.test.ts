/** Signing up, and the link in the mail that proves the address. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { apiClient } from '../../support/api-client.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { type Person, person, signUp, signUpAndVerify, skipArrival, verificationLink } from '../../support/people.ts';

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm my address' });

const test = browserTest
  /** Signs a person up in another browser. Returns the path of the link in the mail. */
  .extend('signedUpElsewhere', ({ server }) => async (who: Person): Promise<string> => {
    await apiClient(server.url).post('/api/auth/sign-up', { email: who.email, password: who.password, name: who.name });
    const { pathname, search } = await verificationLink(server, who.email);
    return `${pathname}${search}`;
  });

test('a link that proves the address asks before it does anything, works once, and says so when it was used already', async ({
  page,
  server,
  open,
  signedUpElsewhere,
}) => {
  const at = await signedUpElsewhere(person('Cara Levi'));
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(at);
  await confirm(page).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => path.startsWith('/api/auth/'))).toEqual([]);

  const dov = person('Dov Levi');
  await signUpAndVerify(page, server, dov);
  await upToDate(page);
  const { page: other } = await open(null, { at: (await verificationLink(server, dov.email)).href });
  await confirm(other).click();
  await other.getByText('This link was used already.').waitFor();
  expect(new URL(other.url()).pathname).toBe('/auth');
});

test('a link that is opened in another browser asks for a password, and only it counts', async ({ page, server, signedUpElsewhere }) => {
  const eli = person('Eli Levi');
  await page.goto(await signedUpElsewhere(eli));
  await confirm(page).click();
  await page.getByText('This link was opened in another browser than the one that signed up.').waitFor();
  const [name, password] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Password', { exact: true })];
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  await name.fill('Eli of Levi');
  await password.fill('short');
  await confirm(page).click();
  await page.getByText('Password must be at least 8 characters with letters and numbers.').waitFor();
  await password.fill('chosen here 8');
  await confirm(page).click();
  await skipArrival(page);
  await upToDate(page);

  const signIn = (typed: string) => apiClient(server.url).post('/api/auth/sign-in', { email: eli.email, password: typed });
  expect(await signIn('chosen here 8')).toMatchObject({ status: 200, body: { data: { user: { name: 'Eli of Levi' } } } });
  expect((await signIn(eli.password)).status).not.toBe(200);
});

test('when the answer is lost, pressing the same button again signs in', async ({ open, server, faultProxy }) => {
  const fay = person('Fay Levi');
  const { page } = await open(null, { url: faultProxy.url });
  await signUp(page, fay);
  const { pathname, search } = await verificationLink(server, fay.email);
  await page.goto(`${pathname}${search}`);

  const lost = faultProxy.dropAnswerTo('/api/auth/verify');
  await confirm(page).click();
  await lost;
  // A browser may send the request again by itself.
  const message = page.getByText('Network error occurred. Please try again.');
  await message
    .or(page.getByRole('heading', { name: 'So that friends know you' }))
    .first()
    .waitFor();
  if (await message.isVisible()) await confirm(page).click();
  await skipArrival(page);
  await upToDate(page);
});

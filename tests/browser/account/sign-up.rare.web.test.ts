/** The link that proves an address, in another browser and on a network that loses answers. */
import { expect } from 'vitest';
import { apiClient } from '../../support/api-client.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { person, signUp, skipArrival, verificationLink } from '../../support/people.ts';
import { confirm, test } from './sign-up-stage.ts';

test('a link that is opened in another browser asks for a password, and only it counts', async ({ page, server, signedUpElsewhere }) => {
  const eli = person('Eli Levi');
  await page.goto(await signedUpElsewhere(eli));
  await page.getByText('This link was opened in another browser than the one that signed up.').waitFor();
  const [name, password] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Password', { exact: true })];
  await hasFocus(password);
  await name.fill('Eli of Levi');
  await password.fill('short');
  await confirm(page).click();
  await page.getByText('Password must be at least 8 characters with letters and numbers.').waitFor();
  await hasFocus(password);
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
  const { pathname, hash } = await verificationLink(server, fay.email);
  await page.goto(`${pathname}${hash}`);

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

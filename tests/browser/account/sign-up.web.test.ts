/** Signing up, and the link in the mail that proves the address. */
import { expect } from 'vitest';
import { apiClient } from '../../support/api-client.ts';
import { upToDate } from '../../support/on-screen.ts';
import { person, signUp, signUpAndVerify, skipArrival, verificationLink } from '../../support/people.ts';
import { confirm, test } from './sign-up-stage.ts';

test('a link that proves the address asks before it does anything, works once, and says so when it was used already', async ({
  page,
  server,
  open,
  signedUpElsewhere,
}) => {
  const cara = person('Cara Levi');
  const at = await signedUpElsewhere(cara);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(at);
  await confirm(page).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => path.startsWith('/api/auth/'))).toEqual(['/api/auth/verify/look']);
  expect(await server.sql`select from users where email = ${cara.email}`).toHaveLength(0);

  const dov = person('Dov Levi');
  await signUpAndVerify(page, server, dov);
  await upToDate(page);
  const { page: other } = await open(null, { at: (await verificationLink(server, dov.email)).href });
  await confirm(other).click();
  await other.getByText('This link was used already.').waitFor();
  expect(new URL(other.url()).pathname).toBe('/auth');
});

test('after signing up twice in one browser, the older mail confirms what was typed last', async ({ page, server }) => {
  const first = person('Elo Levi');
  await signUp(page, first);
  const older = await verificationLink(server, first.email);
  await signUp(page, { ...first, name: 'Elio Levi', password: 'typed again 8' });
  await page.goto(`${older.pathname}${older.hash}`);
  await page.getByText(first.email).waitFor();
  await confirm(page).click();
  await skipArrival(page);
  await upToDate(page);
  const answer = await apiClient(server.url).post('/api/auth/sign-in', { email: first.email, password: 'typed again 8' });
  expect(answer).toMatchObject({ status: 200, body: { data: { user: { name: 'Elio Levi' } } } });
});

test('an expired link says so at once, and a new one is a press away', async ({ page, server, signedUpElsewhere }) => {
  const ida = person('Ida Levi');
  const at = await signedUpElsewhere(ida);
  await server.sql`
    update address_tokens t set expires_at = now() - interval '1 second' from sign_ups s where s.id = t.sign_up_id and s.email = ${ida.email}`;
  await page.goto(at);
  await page.getByRole('heading', { name: 'Link Expired' }).waitFor();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  await page.getByText(ida.email).waitFor();
  const newer = async () => (await verificationLink(server, ida.email)).hash;
  await expect.poll(newer).not.toBe(new URL(at, 'http://kith.test').hash);
});

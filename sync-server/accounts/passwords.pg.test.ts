import { expect, onTestFinished } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { PASSWORD } from '../../tests/support/circle.ts';
import { test as serverTest } from '../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../tests/support/member.ts';
import { startApp } from '../../tests/support/start-app.ts';

const test = serverTest
  /** a client that is not signed in */
  .extend(
    'api',
    ({ server }) =>
      () =>
        apiClient(server.url),
  )
  .extend(
    'signIn',
    ({ api }) =>
      (email: string, password: string) =>
        api().post('/api/auth/sign-in', { email, password }),
  )
  /** Asks for a new password and takes the token from the mail. */
  .extend('resetToken', ({ server, api }) => async (email: string): Promise<string> => {
    const { body } = await api().post('/api/auth/forgot-password', { email });
    expect(body.data.message).toBe('Password reset email sent successfully');
    const mail = await server.mailTo(email, (one) => one.subject === 'Choose a new password');
    expect(mail.links[0]).toContain('/auth/reset-password?token=');
    return tokenOf(mail, 'token');
  });

test('the link for a forgotten password sets a new one, ends every session, and works once', async ({
  circle,
  api,
  signIn,
  resetToken,
}) => {
  const ana = await circle.signUp('Ana');
  const token = await resetToken(ana.email);
  const done = await api().post('/api/auth/reset-password', { token, password: 'brand new 22' });
  expect(done).toMatchObject({ status: 200, body: { data: { message: 'Password updated successfully' } } });
  expect((await ana.client.get('/api/auth/sessions')).status).toBe(401);
  expect((await ana.client.post('/api/auth/refresh')).status).toBe(401);
  expect((await signIn(ana.email, PASSWORD)).status).toBe(401);
  expect((await signIn(ana.email, 'brand new 22')).status).toBe(200);
  const again = await api().post('/api/auth/reset-password', { token, password: 'yet another 3' });
  expect(again.status).toBe(400);
  expect(again.body.message).toBe('The password reset link is invalid or has expired. Please request a new one.');
});

test('a weak new password is refused and does not use up the link; an expired link says so', async ({
  db,
  circle,
  api,
  signIn,
  resetToken,
}) => {
  const ben = await circle.signUp('Ben');
  const token = await resetToken(ben.email);
  const weak = await api().post('/api/auth/reset-password', { token, password: 'abc123' });
  expect(weak).toMatchObject({ status: 422, body: { code: 'WEAK_PASSWORD' } });
  await db.sql`update address_tokens set expires_at = now() - interval '1 second' where purpose = 'reset' and used_at is null`;
  const late = await api().post('/api/auth/reset-password', { token, password: 'strong enough 1' });
  expect(late.status).toBe(400);
  expect(late.body.message).toBe('Your password reset link has expired. Please request a new one.');
  expect((await signIn(ben.email, PASSWORD)).status).toBe(200);
});

test('a link for one purpose is useless for another', async ({ circle, api, resetToken }) => {
  const carl = await circle.signUp('Carl');
  const token = await resetToken(carl.email);
  expect((await api().post('/api/auth/verify', { token })).status).toBe(400);
});

test('a reset proves the address just as a confirmation does', async ({ server, api, signIn, resetToken }) => {
  await api().post('/api/auth/sign-up', { email: 'dan@kith.test', name: 'Dan', password: PASSWORD });
  const token = await resetToken('dan@kith.test');
  await api().post('/api/auth/reset-password', { token, password: 'brand new 22' });
  expect((await signIn('dan@kith.test', 'brand new 22')).status).toBe(200);
  const old = await server.mailTo('dan@kith.test', (mail) => mail.links.some((link) => link.includes('verify=')));
  // The link of the sign-up would set the password of the sign-up, so it must be dead now.
  expect((await api().post('/api/auth/verify', { token: tokenOf(old, 'verify') })).status).toBe(400);
});

test('changing the password keeps this session, ends the others and tells the owner by mail', async ({ server, circle, api, signIn }) => {
  const eve = await circle.signUp('Eve');
  const other = api();
  other.use((await other.post('/api/auth/sign-in', { email: eve.email, password: PASSWORD })).body.data.access_token);
  expect((await eve.client.put('/api/auth/user', { password: 'changed it 5' })).status).toBe(200);
  expect((await eve.client.get('/api/auth/sessions')).status).toBe(200);
  expect((await other.get('/api/auth/sessions')).status).toBe(401);
  await server.mailTo(eve.email, (mail) => mail.subject === 'Your password was changed');
  expect((await signIn(eve.email, 'changed it 5')).status).toBe(200);
  expect((await eve.client.put('/api/auth/user', { password: 'short' })).status).toBe(422);
  expect((await api().put('/api/auth/user', { password: 'changed it 6' })).status).toBe(401);
});

test('a changed name shows at once and is recorded for the network', async ({ db, circle, signIn }) => {
  const finn = await circle.signUp('Finn');
  const head = async () => {
    const [row] = await db.sql`
      select c.seq::int as seq from changes c join scopes s on s.id = c.scope_id
      where s.kind = 'network' and s.owner = ${finn.id} and c.collection = 'profiles'`;
    return row?.seq as number;
  };
  const before = await head();
  expect((await finn.client.put('/api/auth/user', { name: ' Finnegan ' })).status).toBe(200);
  expect((await signIn(finn.email, PASSWORD)).body.data.user.name).toBe('Finnegan');
  expect(await head()).toBeGreaterThan(before);
});

test('without a recent sign-in, changing the password takes the current one', async ({ db, server, circle, signIn }) => {
  const gus = await circle.signUp('Gus');
  await db.sql`update sessions set created_at = created_at - interval '6 minutes' where user_id = ${gus.id}`;
  // A refresh is not a sign-in.
  gus.client.use((await gus.client.post('/api/auth/refresh')).body.data.access_token);
  const change = (body: object) => gus.client.put('/api/auth/user', { password: 'changed it 5', ...body });
  expect(await change({})).toMatchObject({
    status: 403,
    body: {
      success: false,
      code: 'PRESENT_PASSWORD_MISSING',
      message: 'Please enter your present password as well, or log in again first.',
    },
  });
  expect(await change({ current_password: 'a guess 1' })).toMatchObject({
    status: 403,
    body: { success: false, code: 'PRESENT_PASSWORD_WRONG', message: 'Your present password is incorrect. Please try again.' },
  });
  expect(await change({ current_password: '' })).toMatchObject({ status: 422 });
  // The other changes of a refused request are not made either.
  expect((await change({ name: 'Gustav' })).status).toBe(403);
  expect((await signIn(gus.email, PASSWORD)).body.data.user.name).toBe('Gus');
  const subjects = (await server.mails()).filter(({ to }) => to === gus.email).map(({ subject }) => subject);
  expect(subjects).toEqual(['Somebody signed in to your account']);
  expect((await change({ current_password: PASSWORD })).status).toBe(200);
  expect((await signIn(gus.email, 'changed it 5')).status).toBe(200);
});

test('a wrong current password is refused even after a recent sign-in, and guesses at it are limited', async ({ db, circle }) => {
  const hana = await circle.signUp('Hana');
  const limited = await startApp({ on: db, env: { RATE_LIMITS: '1' } });
  onTestFinished(() => limited.close());
  const client = apiClient(limited.url);
  const { body } = await client.post('/api/auth/sign-in', { email: hana.email, password: PASSWORD });
  client.use(body.data.access_token);
  const guess = () => client.put('/api/auth/user', { password: 'changed it 5', current_password: 'a guess 1' });
  const statuses = [(await guess()).status];
  while (statuses.at(-1) === 403) statuses.push((await guess()).status);
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeGreaterThan(1);
});

import { expect } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { PASSWORD } from '../../tests/support/circle.ts';
import { test as serverTest } from '../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../tests/support/member.ts';

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
    expect(body.message).toBe('Password reset email sent successfully');
    const mail = await server.mailTo(email, (one) => one.subject === 'Choose a new password');
    expect(mail.links[0]).toContain('/auth/reset-password#token=');
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
  expect(done).toMatchObject({ status: 200, body: { message: 'Password updated successfully' } });
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
  await api().post('/api/auth/reset-password', { token, password: 'brand new 22', name: 'Dan' });
  expect((await signIn('dan@kith.test', 'brand new 22')).status).toBe(200);
  const old = await server.mailTo('dan@kith.test', (mail) => mail.links.some((link) => link.includes('verify=')));
  // The link of the sign-up would set the password of the sign-up, so it must be dead now.
  expect((await api().post('/api/auth/verify', { token: tokenOf(old, 'verify') })).status).toBe(400);
});

test('a stranger who signed up with an address does not name the account that its owner makes by a reset', async ({
  server,
  api,
  signIn,
}) => {
  const [stranger, owner] = [api(), api()];
  const email = 'never.signed.up@kith.test';
  await stranger.post('/api/auth/sign-up', { email, password: PASSWORD, name: 'Stranger' });
  await owner.post('/api/auth/forgot-password', { email });
  const token = tokenOf(await server.mailTo(email, ({ subject }) => subject === 'Choose a new password'), 'token');
  const reset = (more: object = {}, by = owner) => by.post('/api/auth/reset-password', { token, password: 'brand new 22', ...more });

  expect(await reset()).toMatchObject({
    status: 403,
    body: {
      code: 'SIGN_UP_NAME_MISSING',
      message: 'This address is not confirmed yet. Your new password confirms it and makes your account. Please type your name for it.',
    },
  });
  expect(await server.sql`select from users where email = ${email}`).toHaveLength(0);
  expect((await reset({ name: ' ' })).status).toBe(422);
  expect((await reset({ name: 'Olga' })).status).toBe(200);
  expect((await signIn(email, 'brand new 22')).body.data.user.name).toBe('Olga');
  // The same request again, because its answer was lost.
  expect((await reset({ name: 'Olga' })).status).toBe(200);
});

test('the browser that signed up keeps the name that was typed in it', async ({ server, api, signIn }) => {
  const browser = api();
  const email = 'forgot.at.once@kith.test';
  await browser.post('/api/auth/sign-up', { email, password: PASSWORD, name: 'Pia' });
  await browser.post('/api/auth/forgot-password', { email });
  const token = tokenOf(await server.mailTo(email, ({ subject }) => subject === 'Choose a new password'), 'token');
  expect((await browser.post('/api/auth/reset-password', { token, password: 'brand new 22' })).status).toBe(200);
  expect((await signIn(email, 'brand new 22')).body.data.user.name).toBe('Pia');
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

test('a change of the account that changes nothing is refused', async ({ circle }) => {
  const hugo = await circle.signUp('Hugo');
  for (const body of [{}, { other: 'field' }]) expect((await hugo.client.put('/api/auth/user', body)).status).toBe(422);
});

test('a changed name shows at once and is recorded for the network', async ({ db, circle, signIn }) => {
  const finn = await circle.signUp('Finn');
  await circle.group(finn);
  // Where the name is shown: his profile, and his place in the group.
  const heads = async () => {
    const rows = await db.sql<{ seq: number }[]>`
      select c.seq from changes c join scopes s on s.id = c.scope_id
      where c.doc_id like ${`%${finn.id}`} and c.collection in ('profiles', 'group_members') order by c.collection`;
    return rows.map((row) => row.seq);
  };
  const before = await heads();
  expect(before).toHaveLength(2);
  expect((await finn.client.put('/api/auth/user', { name: ' Finnegan ' })).status).toBe(200);
  expect((await signIn(finn.email, PASSWORD)).body.data.user.name).toBe('Finnegan');
  const after = await heads();
  for (const [nth, seq] of before.entries()) expect(after[nth]).toBeGreaterThan(seq);
});

test('without a recent sign-in, changing the password waits until the current one was entered', async ({ db, server, circle, signIn }) => {
  const gus = await circle.signUp('Gus');
  await db.sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${gus.id}`;
  // A refresh is not a sign-in.
  gus.client.use((await gus.client.post('/api/auth/refresh')).body.data.access_token);
  const change = (body: object) => gus.client.put('/api/auth/user', { password: 'changed it 5', ...body });
  expect(await change({})).toMatchObject({
    status: 403,
    body: {
      success: false,
      code: 'PRESENT_PASSWORD_MISSING',
      message: 'Please show that it is you first: with your password, with a passkey, or by logging in again.',
    },
  });
  const show = (password: string) => gus.client.post('/api/auth/presence', { password });
  expect(await show('a guess 1')).toMatchObject({
    status: 403,
    body: { success: false, code: 'PRESENT_PASSWORD_WRONG', message: 'That is not your current password. Please try again.' },
  });
  // The other changes of a refused request are not made either.
  expect((await change({ name: 'Gustav' })).status).toBe(403);
  expect((await signIn(gus.email, PASSWORD)).body.data.user.name).toBe('Gus');
  const subjects = (await server.mails()).filter(({ to }) => to === gus.email).map(({ subject }) => subject);
  expect(subjects).toEqual(['Somebody signed in to your account']);
  expect((await show(PASSWORD)).status).toBe(200);
  expect((await change({})).status).toBe(200);
  expect((await signIn(gus.email, 'changed it 5')).status).toBe(200);
});

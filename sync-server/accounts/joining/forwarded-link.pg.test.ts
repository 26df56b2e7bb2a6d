/**
 * The mail of an invitation was passed on, and the person who got it made the account. The owner of the address takes it back with 'Forgot
 * password?'. Afterwards nothing signs in that the other person set up. Each test is one attempt to stay.
 */
import { Secret, TOTP } from 'otpauth';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import { readMailLink } from '../../../schemas/account/mail-link.ts';
import { type ApiClient, apiClient } from '../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../tests/support/circle.ts';
import { test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { linkIn, tokenOf } from '../../../tests/support/member.ts';
import { startRealProvider, walkThrough } from '../../../tests/support/oidc-provider.ts';
import { type SoftwarePasskey, softwarePasskey } from '../../../tests/support/software-passkey.ts';
import { type StartedApp, startApp } from '../../../tests/support/start-app.ts';
import { until } from '../../../tests/support/until.ts';

const NEW = 'chosen by the owner 7';
const UNPROVED = { status: 403, body: { code: 'ADDRESS_UNPROVED' } };

interface Seat {
  readonly email: string;
  readonly id: string;
  /** the holder's browser, signed in */
  readonly holder: ApiClient;
  readonly phone: SoftwarePasskey;
}

const signInByPasskey = async (server: StartedApp, phone: SoftwarePasskey) => {
  const client = apiClient(server.url);
  const options = (await client.post('/api/auth/passkeys/sign-in/options')).body.data;
  return client.post('/api/auth/passkeys/sign-in', { response: phone.sign(options) });
};

const signIn = (server: StartedApp, email: string, password: string) =>
  apiClient(server.url).post('/api/auth/sign-in', { email, password });

async function addPasskey(server: StartedApp, client: ApiClient): Promise<SoftwarePasskey> {
  const phone = softwarePasskey(server.url);
  const options = (await client.post('/api/auth/passkeys/options')).body.data;
  expect((await client.post('/api/auth/passkeys', { name: 'Phone', response: phone.make(options) })).status).toBe(201);
  return phone;
}

async function turnCodesOn(server: StartedApp, client: ApiClient, userId: string): Promise<void> {
  const { secret } = (await client.post('/api/auth/second-factor')).body.data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await client.post('/api/auth/second-factor/confirm', { code })).status).toBe(200);
  await server.sql`update second_factors set last_step = 0 where user_id = ${userId}`;
}

/** The link in the newest mail for a new password. */
const resetTokenIn = async (server: StartedApp, email: string): Promise<string> =>
  tokenOf(await server.mailTo(email, ({ subject }) => subject === 'Choose a new password'), 'token');

/** What the owner does: 'Forgot password?', the mail, and a new password. */
async function forgetPassword(server: StartedApp, email: string, password = NEW) {
  const owner = apiClient(server.url);
  expect((await owner.post('/api/auth/forgot-password', { email })).status).toBe(200);
  return owner.post('/api/auth/reset-password', { token: await resetTokenIn(server, email), password });
}

/** The holder makes the account with the forwarded link: with a password, or with a passkey alone. */
async function takeSeat(server: StartedApp, inviter: ApiClient, by: 'password' | 'passkey'): Promise<Seat> {
  const email = `noor-${uuid()}@kith.test`;
  expect((await inviter.post('/api/friends/invite', { email })).status).toBe(201);
  const mailed = readMailLink(new URL(linkIn(await server.mailTo(email), 'invite')));
  const [holder, phone] = [apiClient(server.url), softwarePasskey(server.url)];
  const proof = { token: mailed?.token, secret: mailed?.secret, name: 'Noor' };
  const options = (await holder.post('/api/auth/invitations/join/passkey-options', proof)).body.data;
  const way = by === 'password' ? { password: PASSWORD } : { passkey: phone.make(options) };
  const { status, body } = await holder.post('/api/auth/invitations/join', { ...proof, ...way });
  expect(status).toBe(200);
  holder.use(body.data.access_token);
  return { email, id: body.data.user.id, holder, phone };
}

const test = serverTest
  .extend('mira', ({ circle }) => circle.signUp('Mira', { email: `mira-${uuid()}@kith.test` }))
  .extend(
    'seat',
    ({ server, mira }) =>
      (by: 'password' | 'passkey' = 'password') =>
        takeSeat(server, mira.client, by),
  );

test('passkeys of the holder open nothing, and the mail says so', async ({ server, seat }) => {
  const { email, holder, phone } = await seat('passkey');
  const later = await addPasskey(server, holder);
  for (const key of [phone, later]) expect((await signInByPasskey(server, key)).status).toBe(200);
  expect(await forgetPassword(server, email)).toMatchObject({ status: 200, body: { data: { taken_back: true } } });
  for (const key of [phone, later]) expect((await signInByPasskey(server, key)).status).toBe(401);
  const { text } = await server.mailTo(email, ({ subject }) => subject === 'Your password was changed');
  expect(text).toContain('all passkeys');
  expect(server.logged.join('')).toContain('account-taken-back');
  expect((await signIn(server, email, NEW)).status).toBe(200);
});

test('the password and the sessions of the holder open nothing', async ({ server, seat }) => {
  const { email, holder } = await seat();
  const elsewhere = (await apiClient(server.url).post('/api/auth/sign-in', { email, password: PASSWORD, session: 'token' })).body.data;
  await forgetPassword(server, email);
  expect((await signIn(server, email, PASSWORD)).status).toBe(401);
  expect((await holder.get('/api/auth/sessions')).status).toBe(401);
  expect((await holder.post('/api/auth/refresh')).status).toBe(401);
  const refreshed = await apiClient(server.url).post('/api/auth/refresh', { refresh_token: elsewhere.refresh_token });
  expect(refreshed.status).toBe(401);
});

test('another address is refused, so that the owner still finds the account', async ({ server, seat }) => {
  const { email, id, holder } = await seat();
  const wanted = `holder-${uuid()}@kith.test`;
  expect(await holder.put('/api/auth/user', { email: wanted })).toMatchObject(UNPROVED);
  // Nothing of a refused request happens.
  expect(await holder.put('/api/auth/user', { email: wanted, password: 'another one 9' })).toMatchObject(UNPROVED);
  expect((await signIn(server, email, PASSWORD)).status).toBe(200);
  expect((await server.mails()).filter(({ to }) => to === wanted)).toEqual([]);
  // The mail about it goes to the owner, and takes the account back.
  const mail = await server.mailTo(email, ({ subject }) => subject === 'Show that this address is yours');
  const owner = apiClient(server.url);
  expect((await owner.post('/api/auth/reset-password', { token: tokenOf(mail, 'token'), password: NEW })).status).toBe(200);
  expect((await holder.put('/api/auth/user', { email: wanted })).status).toBe(401);

  const mine = (await signIn(server, email, NEW)).body.data;
  expect(mine.user.id).toBe(id);
  owner.use(mine.access_token);
  expect((await owner.put('/api/auth/user', { email: wanted })).status).toBe(200);
});

test('codes cannot be turned on, so that the owner is asked for none', async ({ server, seat }) => {
  const { email, id, holder } = await seat();
  expect(await holder.post('/api/auth/second-factor')).toMatchObject(UNPROVED);
  expect((await holder.post('/api/auth/second-factor/confirm', { code: '123456' })).status).toBe(403);
  await forgetPassword(server, email);
  const { status, body } = await signIn(server, email, NEW);
  expect([status, body.data.user.id]).toEqual([200, id]);
});

test('from then on it is an ordinary account: a forgotten password leaves its passkeys and codes', async ({ server, seat }) => {
  const { email, id } = await seat();
  await forgetPassword(server, email);
  const owner = apiClient(server.url);
  owner.use((await signIn(server, email, NEW)).body.data.access_token);
  const phone = await addPasskey(server, owner);
  await turnCodesOn(server, owner, id);
  expect(await forgetPassword(server, email, 'the second one 8')).toMatchObject({ status: 200, body: { data: { taken_back: false } } });
  expect(await signIn(server, email, 'the second one 8')).toMatchObject({ status: 403, body: { code: 'CODE_NEEDED' } });
  expect((await signInByPasskey(server, phone)).status).toBe(200);
});

test('a person who reads the mails of an ordinary member still needs the code', async ({ server, circle }) => {
  const ana = await circle.signUp('Ana');
  const phone = await addPasskey(server, ana.client);
  await turnCodesOn(server, ana.client, ana.id);
  expect(await forgetPassword(server, ana.email)).toMatchObject({ status: 200, body: { data: { taken_back: false } } });
  expect(await signIn(server, ana.email, NEW)).toMatchObject({ status: 403, body: { code: 'CODE_NEEDED' } });
  expect((await signInByPasskey(server, phone)).status).toBe(200);
});

test('a new password by the holder does not end the link that the owner asked for', async ({ server, seat }) => {
  const { email, holder } = await seat();
  const owner = apiClient(server.url);
  await owner.post('/api/auth/forgot-password', { email });
  const token = await resetTokenIn(server, email);
  expect((await holder.put('/api/auth/user', { password: 'another one 9' })).status).toBe(200);
  expect(await holder.post('/api/auth/second-factor')).toMatchObject(UNPROVED);
  expect((await owner.post('/api/auth/reset-password', { token, password: NEW })).status).toBe(200);
  expect((await signIn(server, email, 'another one 9')).status).toBe(401);
});

test('an account at another site, linked before, opens it no more', async ({ db, mira, seat }) => {
  const { email, id } = await seat();
  const provider = await startRealProvider();
  onTestFinished(() => provider.close());
  const server = await startApp({ on: db, env: provider.env });
  onTestFinished(() => server.close());
  provider.register(server.url);
  const throughProvider = async (name: string) => {
    const client = apiClient(server.url);
    const began = await client.get('/api/auth/google/start');
    return client.post('/api/auth/google/callback', { query: await walkThrough(provider, began.body.data.url, name) });
  };
  const subject = uuid();
  provider.knows(subject, { email, email_verified: true, name: 'Noor' });
  expect((await throughProvider(subject)).body.data.user.id).toBe(id);
  expect((await forgetPassword(server, email)).body.data.taken_back).toBe(true);
  // The site gave the address back to its owner. The holder's account there has another one now.
  provider.knows(subject, { email: mira.email.replace('mira', 'gone'), email_verified: true, name: 'Noor' });
  expect((await throughProvider(subject)).body.data?.user.id).not.toBe(id);
  const own = uuid();
  provider.knows(own, { email, email_verified: true, name: 'Noor' });
  expect((await throughProvider(own)).body.data.user.id).toBe(id);
});

test('what is under way while the owner sets the password comes too late: sign-ins, and a passkey that is being added', async ({
  server,
  seat,
}) => {
  const { email, id, holder, phone } = await seat('passkey');
  expect((await holder.put('/api/auth/user', { password: PASSWORD })).status).toBe(200);
  const added = softwarePasskey(server.url);
  const options = (await holder.post('/api/auth/passkeys/options')).body.data;
  await apiClient(server.url).post('/api/auth/forgot-password', { email });
  const token = await resetTokenIn(server, email);
  const waiting = async (count: number) =>
    until(async () => {
      const rows = await server.sql`
        select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`;
      return rows.length >= count;
    });
  // The row of the account is locked. The new password waits for it first, and whatever the holder does waits behind it.
  const late = await server.sql.begin(async (tx) => {
    await tx`select from users where id = ${id} for update`;
    const reset = apiClient(server.url).post('/api/auth/reset-password', { token, password: NEW });
    await waiting(1);
    const acts = [
      signIn(server, email, PASSWORD),
      signInByPasskey(server, phone),
      holder.post('/api/auth/passkeys', { name: 'Late', response: added.make(options) }),
    ];
    await waiting(4);
    return { reset, acts };
  });
  expect((await late.reset).status).toBe(200);
  expect((await Promise.all(late.acts)).map(({ status }) => status)).toEqual([401, 401, 401]);
  expect(await server.sql`select from sessions where user_id = ${id}`).toHaveLength(0);
  expect(await server.sql`select from passkeys where user_id = ${id}`).toHaveLength(0);
});

test('mails that others cause do not keep the link from the owner', async ({ db, seat }) => {
  const { email } = await seat();
  const server = await startApp({ on: db, env: { RATE_LIMITS: '1', TRUST_PROXY: '127.0.0.1' } });
  onTestFinished(() => server.close());
  const already = 'You already have an account';
  for (let nth = 0; nth < 14; nth += 1) {
    const from = { 'x-forwarded-for': `198.51.100.${nth}` };
    await apiClient(server.url).post('/api/auth/sign-up', { email, password: PASSWORD, name: 'Eve' }, from);
  }
  await until(async () => (await server.sql`select from jobs where queue = 'mail' and data ->> 'to' = ${email}`).length === 0);
  expect((await server.mails()).filter(({ to, subject }) => to === email && subject === already).length).toBeGreaterThan(2);
  expect((await forgetPassword(server, email)).status).toBe(200);
  expect((await signIn(server, email, NEW)).status).toBe(200);
});

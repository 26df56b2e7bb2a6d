/** The secret in the mail of an invitation: what it proves, to whom, and how long. */
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import { readMailLink } from '../../../schemas/account/mail-link.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../tests/support/circle.ts';
import { type Member, test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { linkIn, tokenOf } from '../../../tests/support/member.ts';
import { softwarePasskey } from '../../../tests/support/software-passkey.ts';
import { startApp } from '../../../tests/support/start-app.ts';
import { until } from '../../../tests/support/until.ts';
import { takeSpentLinksOut } from '../account-upkeep.ts';
import { forgetInvitationSecrets } from '../sign-up/invitation-secrets.ts';

const address = (name = 'noor'): string => `${name}-${uuid()}@kith.test`;
const INVALID = { status: 400, body: { success: false, code: 'LINK_INVALID' } };
const USED = { status: 409, body: { success: false, code: 'LINK_USED' } };

interface Mailed {
  readonly token: string;
  readonly secret: string;
}

const test = serverTest
  .extend('mira', ({ circle }) => circle.signUp('Mira', { email: address('mira') }))
  /** Invites an address. Returns both parts of the link in the mail. */
  .extend('invite', ({ server }) => async (from: Member, email: string): Promise<Mailed> => {
    expect((await from.client.post('/api/friends/invite', { email })).status).toBe(201);
    const { token = '', secret = '' } = readMailLink(new URL(linkIn(await server.mailTo(email), 'invite'))) ?? {};
    expect([token, secret].map((part) => part.length)).toEqual([36, 43]);
    return { token, secret };
  })
  .extend(
    'join',
    ({ server }) =>
      (mailed: Mailed, more: object = {}, client = apiClient(server.url)) =>
        client.post('/api/auth/invitations/join', { ...mailed, name: 'Noor', password: PASSWORD, ...more }),
  )
  .extend('preview', ({ server }) => async (mailed: Partial<Mailed>): Promise<string | undefined> => {
    const { body } = await apiClient(server.url).post('/api/auth/invitations/preview', mailed);
    return body.data?.address;
  })
  .extend(
    'accounts',
    ({ server }) =>
      async (email: string): Promise<number> =>
        (await server.sql`select from users where email = ${email}`).length,
  )
  /** How many mails went to this address, once none is queued. */
  .extend('mailsTo', ({ server }) => async (email: string): Promise<number> => {
    await until(async () => (await server.sql`select from jobs where queue = 'mail' and data ->> 'to' = ${email}`).length === 0);
    return (await server.mails()).filter(({ to }) => to === email).length;
  });

test('the link of the mail makes the account with its address, signs in, and the invitation waits; no second mail is sent', async ({
  server,
  mira,
  invite,
  join,
  preview,
  mailsTo,
}) => {
  const email = address();
  const mailed = await invite(mira, email);
  expect(await preview(mailed)).toBe('proved');
  const client = apiClient(server.url);
  const { status, body } = await join(mailed, {}, client);
  expect([status, body.data.user.email, body.data.user.name]).toEqual([200, email, 'Noor']);
  client.use(body.data.access_token);
  const received = await client.get('/api/friends/invitations/received');
  expect(received.body.data.items.map(({ id }: { id: string }) => id)).toEqual([mailed.token]);
  expect(await mailsTo(email)).toBe(1);
  // The owner of the address takes the account back.
  await apiClient(server.url).post('/api/auth/forgot-password', { email });
  const reset = tokenOf(await server.mailTo(email, ({ subject }) => subject === 'Choose a new password'), 'token');
  expect((await apiClient(server.url).post('/api/auth/reset-password', { token: reset, password: 'brand new 22' })).status).toBe(200);
  expect((await client.get('/api/auth/sessions')).status).toBe(401);
});

test('the inviter, who knows the address and the id, gets no further than any visitor', async ({
  server,
  mira,
  invite,
  join,
  preview,
  accounts,
  mailsTo,
}) => {
  const email = address();
  const mailed = await invite(mira, email);
  for (const secret of [mailed.token, 'x'.repeat(43), mailed.secret.slice(0, -1), `${mailed.secret}A`]) {
    expect(await join({ token: mailed.token, secret })).toMatchObject(INVALID);
    expect(await preview({ token: mailed.token, secret })).toBeUndefined();
  }
  expect((await join({ token: mailed.token, secret: '' })).status).toBe(422);
  expect(
    (await apiClient(server.url).post('/api/auth/invitations/join', { token: mailed.token, name: 'Eve', password: PASSWORD })).status,
  ).toBe(422);
  const passkey = await apiClient(server.url).post('/api/auth/invitations/join/passkey-options', {
    token: mailed.token,
    secret: 'x'.repeat(43),
    name: 'Eve',
  });
  expect(passkey).toMatchObject(INVALID);
  // By the ordinary sign-up the address has to be confirmed, and the mail of that goes to its owner.
  const eve = apiClient(server.url);
  const signedUp = await eve.post('/api/auth/sign-up', { email, name: 'Eve', password: 'chosen by eve 7', invite: mailed.token });
  expect(signedUp.status).toBe(201);
  expect(signedUp.body.data).toEqual({});
  expect([await accounts(email), await mailsTo(email)]).toEqual([0, 2]);
  // The owner takes the seat. What the inviter typed opens nothing, then or later.
  const evesLink = tokenOf(await server.mailTo(email, ({ subject }) => subject === 'Confirm your address'), 'verify');
  expect((await join(mailed)).status).toBe(200);
  expect((await eve.post('/api/auth/verify', { token: evesLink })).status).toBe(400);
  expect((await eve.post('/api/auth/sign-in', { email, password: 'chosen by eve 7' })).status).toBe(403);
});

test('no answer, row, log line or mail but the one to the address contains the secret, and the database has only its hash', async ({
  server,
  circle,
  mira,
  invite,
}) => {
  const email = address();
  const mailed = await invite(mira, email);
  const seen = [
    (await mira.client.get('/api/friends/invitations/sent')).body,
    (await apiClient(server.url).post('/api/auth/invitations/preview', mailed)).body,
    (await mira.client.post('/api/friends/invitations/look', { token: mailed.token })).body,
    await circle.visibleRow(mira, 'invitations', mailed.token),
    await server.sql`select * from friend_invitations where id = ${mailed.token}`,
    await server.sql`select encode(hash, 'escape') as hash, encode(hash, 'base64') as base from invitation_secrets`,
    await server.sql`select data from jobs`,
    (await server.mails()).filter(({ to }) => to !== email),
    server.logged,
  ];
  expect(seen.map((part) => JSON.stringify(part).includes(mailed.secret))).toEqual(seen.map(() => false));
});

test('a secret works once, and again for the request that used it', async ({ server, mira, invite, join, preview, accounts }) => {
  const email = address();
  const mailed = await invite(mira, email);
  const statuses = await Promise.all([join(mailed), join(mailed, { password: 'another one 9' })]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const password = statuses[0]?.status === 200 ? PASSWORD : 'another one 9';
  expect((await join(mailed, { password })).status).toBe(200);
  expect(await join(mailed, { password: 'a third one 9' })).toMatchObject(USED);
  await server.sql`update invitation_secrets set used_at = used_at - interval '10 minutes' where invitation_id = ${mailed.token}`;
  expect(await join(mailed, { password })).toMatchObject(USED);
  expect(await preview(mailed)).toBe('has_account');
  expect(await accounts(email)).toBe(1);
});

test('a passkey does instead of a password, and signs in later', async ({ server, mira, invite, join, accounts, mailsTo }) => {
  const email = address();
  const mailed = await invite(mira, email);
  const client = apiClient(server.url);
  const options = (await client.post('/api/auth/invitations/join/passkey-options', { ...mailed, name: 'Noor' })).body.data;
  const phone = softwarePasskey(server.url);
  const passkey = phone.make(options);
  // Only the browser that received the challenge can answer it, and once.
  expect(await join(mailed, { password: undefined, passkey })).toMatchObject({ status: 403, body: { code: 'PASSKEY_TOO_LATE' } });
  expect(await accounts(email)).toBe(0);
  const made = await join(mailed, { password: undefined, passkey }, client);
  expect([made.status, made.body.data.user.email]).toEqual([200, email]);
  expect(await mailsTo(email)).toBe(1);

  const later = apiClient(server.url);
  const challenge = (await later.post('/api/auth/passkeys/sign-in/options')).body.data;
  const { status, body } = await later.post('/api/auth/passkeys/sign-in', { response: phone.sign(challenge) });
  expect([status, body.data.user.id]).toEqual([200, made.body.data.user.id]);
  later.use(body.data.access_token);
  const ways = (await later.get('/api/auth/sign-in-ways')).body.data;
  expect([ways.has_password, ways.passkeys.length]).toEqual([false, 1]);
  for (const more of [{ password: PASSWORD, passkey }, { password: undefined }]) expect((await join(mailed, more)).status).toBe(422);
});

test('a secret proves no other address, and nothing about another invitation', async ({ mira, invite, join, accounts }) => {
  const [one, other] = [address('one'), address('other')];
  const [first, second] = [await invite(mira, one), await invite(mira, other)];
  expect(await join({ token: first.token, secret: second.secret })).toMatchObject(INVALID);
  // An address in the body means nothing: the account gets the one of the mail.
  expect((await join(first, { email: other })).body.data.user.email).toBe(one);
  expect(await accounts(other)).toBe(0);
});

test('it dies with the invitation: withdrawn, expired, taken by another member, replaced by a newer mail', async ({
  server,
  circle,
  mira,
  invite,
  join,
  preview,
  accounts,
}) => {
  const emails = ['gone', 'late', 'taken', 'again'].map(address);
  const [gone, late, taken, again] = (await Promise.all(emails.map((email) => invite(mira, email)))) as [Mailed, Mailed, Mailed, Mailed];
  await mira.client.post(`/api/friends/invitations/${gone.token}/cancel`);
  await server.sql`update invitation_secrets set expires_at = now() - interval '1 second' where invitation_id = ${late.token}`;
  const otto = await circle.signUp('Otto', { email: address('otto') });
  expect((await otto.client.post('/api/friends/invitations/take', { token: taken.token })).status).toBe(200);
  await mira.client.post(`/api/friends/invitations/${again.token}/cancel`);
  const newest = await invite(mira, emails[3] ?? '');
  for (const mailed of [gone, late, taken, again, { ...newest, secret: again.secret }]) {
    expect(await join(mailed)).toMatchObject(INVALID);
    expect(await preview(mailed)).toBeUndefined();
  }
  expect(await Promise.all(emails.map(accounts))).toEqual([0, 0, 0, 0]);
  expect((await join(newest)).status).toBe(200);
  await forgetInvitationSecrets(server.database);
  expect(await server.sql`select from invitation_secrets where invitation_id = ${late.token}`).toHaveLength(0);
});

test('an address that has an account by now leads to signing in; only the holder of the mail learns it', async ({
  circle,
  mira,
  invite,
  join,
  preview,
}) => {
  const email = address();
  const mailed = await invite(mira, email);
  await circle.signUp('Noor', { email });
  expect(await preview(mailed)).toBe('has_account');
  expect(await preview({ token: mailed.token })).toBeUndefined();
  expect(await join(mailed)).toMatchObject(USED);
});

test('a link that a member made proves nothing', async ({ mira, join, preview }) => {
  const { body } = await mira.client.post('/api/friends/invite-links', { uses: 1 });
  const { token } = body.data;
  expect(await preview({ token, secret: token })).toBeUndefined();
  expect((await join({ token, secret: token })).status).toBe(422);
});

test('mails that a server keeps in its own mailbox prove nothing, unless it is for this machine alone', async ({
  db,
  mira,
  invite,
  join,
}) => {
  const mailed = await invite(mira, address());
  const outside = await startApp({ on: db, env: { PUBLIC_URL: 'https://kith.example' } });
  onTestFinished(() => outside.close());
  const byForwarding = { origin: 'https://kith.example', 'sec-fetch-site': 'same-origin' };
  const tried = await apiClient(outside.url).post(
    '/api/auth/invitations/join',
    { ...mailed, name: 'Noor', password: PASSWORD },
    byForwarding,
  );
  expect(tried).toMatchObject(INVALID);
  // With a mail server by now, what was read in the mailbox before does not count either.
  const withSmtp = await startApp({
    on: db,
    env: { PUBLIC_URL: 'https://kith.example', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'kith@kith.example' },
  });
  onTestFinished(() => withSmtp.close());
  const again = await apiClient(withSmtp.url).post(
    '/api/auth/invitations/join',
    { ...mailed, name: 'Noor', password: PASSWORD },
    byForwarding,
  );
  expect(again).toMatchObject(INVALID);
  expect((await join(mailed)).status).toBe(200);
});

test('the secret is taken out of stored mails once it opens nothing', async ({ server, mira, invite, join }) => {
  const [email, open] = [address(), address('open')];
  const [used, waiting] = [await invite(mira, email), await invite(mira, open)];
  await join(used);
  await takeSpentLinksOut(server.database);
  const mails = JSON.stringify(await server.mails());
  expect([used.secret, waiting.secret].map((secret) => mails.includes(secret))).toEqual([false, true]);
});

test('tries are limited like those of other links', async ({ db, mira, invite }) => {
  const mailed = await invite(mira, address());
  const limited = await startApp({ on: db, env: { RATE_LIMITS: '1' } });
  onTestFinished(() => limited.close());
  const guess = () =>
    apiClient(limited.url).post('/api/auth/invitations/join', { token: mailed.token, secret: uuid(), name: 'Eve', password: PASSWORD });
  const statuses = await Promise.all(Array.from({ length: 310 }, async () => (await guess()).status));
  expect([400, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([300, 10]);
});

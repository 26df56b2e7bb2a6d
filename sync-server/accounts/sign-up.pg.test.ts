import { expect } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { PASSWORD } from '../../tests/support/circle.ts';
import { test as serverTest } from '../../tests/support/fixtures/server.ts';
import { tokenIn, tokenOf } from '../../tests/support/member.ts';
import { until } from '../../tests/support/until.ts';

/**
 * A sign-up takes the same time for everybody, most of it waiting. So tests that are independent run at the same time, each with its own
 * addresses.
 */
const test = serverTest
  /** a client that is not signed in */
  .extend(
    'api',
    ({ server }) =>
      () =>
        apiClient(server.url),
  )
  /** Signs up in a new browser, or in this one. */
  .extend(
    'signUp',
    ({ api }) =>
      (email: string, more: object = {}, browser = api()) =>
        browser.post('/api/auth/sign-up', { email, name: 'Dora', password: PASSWORD, ...more }),
  )
  .extend(
    'signIn',
    ({ api }) =>
      (email: string, password: string) =>
        api().post('/api/auth/sign-in', { email, password }),
  )
  .extend(
    'mailsTo',
    ({ server }) =>
      async (email: string) =>
        (await server.mails()).filter((mail) => mail.to === email),
  );

test.concurrent('a new member signs up, confirms the address by the link of the mail, and is signed in', async ({
  server,
  api,
  signUp,
  signIn,
}) => {
  const browser = api();
  const { status, body } = await signUp('Dora@Kith.test ', {}, browser);
  expect(status).toBe(201);
  expect(body.message).toBe('Account created! Please check your email and click the verification link to complete setup.');
  const mail = await server.mailTo('dora@kith.test');
  expect(mail.links[0]).toMatch(/\/auth#verify=[\w-]{43}$/);

  const early = await signIn('dora@kith.test', PASSWORD);
  expect(early.status).toBe(403);
  expect(early.body.message).toBe('Please check your email and click the confirmation link.');
  const wrong = await signIn('dora@kith.test', 'something else 1');
  expect(wrong.status).toBe(401);
  expect(wrong.body.message).toBe('Email or password is incorrect. Please try again.');

  const verified = await browser.post('/api/auth/verify', { token: tokenOf(mail, 'verify') });
  expect(verified.status).toBe(200);
  expect(verified.body.data.user).toMatchObject({ email: 'dora@kith.test', name: 'Dora' });
  expect((await signIn('dora@kith.test', PASSWORD)).status).toBe(200);

  // The log has a profile for their network and a contact card for their friends.
  const rows = await server.sql`
    select s.kind, c.collection, c.removed from changes c join scopes s on s.id = c.scope_id
    where s.owner = ${verified.body.data.user.id} and c.doc_id = ${verified.body.data.user.id} order by c.collection`;
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { kind: 'friends', collection: 'contacts', removed: false },
    { kind: 'network', collection: 'profiles', removed: false },
  ]);
});

test.concurrent('opening a link, as a mail scanner does, does not use it up: three GETs, then the POST', async ({
  server,
  api,
  signUp,
}) => {
  const browser = api();
  await signUp('scanned@kith.test', {}, browser);
  const [link = ''] = (await server.mailTo('scanned@kith.test')).links;
  const token = tokenIn(link, 'verify');
  for (let opened = 0; opened < 3; opened += 1) expect((await api().get(new URL(link).pathname)).status).toBe(200);
  expect((await api().get(`/api/auth/verify?token=${token}`)).status).not.toBe(200);
  expect((await browser.post('/api/auth/verify', { token })).status).toBe(200);
  const again = await api().post('/api/auth/verify', { token });
  expect(again).toMatchObject({ status: 409, body: { code: 'LINK_USED' } });
});

test.concurrent('an expired or unknown link is refused', async ({ server, api, signUp }) => {
  await signUp('late@kith.test');
  const token = tokenOf(await server.mailTo('late@kith.test'), 'verify');
  await server.sql`
    update address_tokens set expires_at = now() - interval '1 second'
    where sign_up_id = (select id from sign_ups where email = 'late@kith.test')`;
  expect(await api().post('/api/auth/verify', { token })).toMatchObject({ status: 400, body: { code: 'LINK_EXPIRED' } });
  expect(await api().post('/api/auth/verify', { token: 'made-up' })).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
});

test.concurrent('sending again brings a new link, and the first one that is used makes the others useless', async ({
  server,
  api,
  signUp,
}) => {
  const browser = api();
  await signUp('twice@kith.test', {}, browser);
  const first = tokenOf(await server.mailTo('twice@kith.test'), 'verify');
  expect((await browser.post('/api/auth/resend-verification', { email: 'twice@kith.test' })).status).toBe(200);
  const second = tokenOf(await server.mailTo('twice@kith.test', (mail) => tokenOf(mail, 'verify') !== first), 'verify');
  expect((await browser.post('/api/auth/verify', { token: second })).status).toBe(200);
  expect((await browser.post('/api/auth/verify', { token: first })).status).toBe(400);
});

test.concurrent.for([
  ['too short', 'abc123'],
  ['without digits', 'abcdefghij'],
  ['without letters', '1234567890'],
])('[AC1] a password %s is refused with its own message', async ([_why, password], { server, signUp }) => {
  const { status, body } = await signUp('weak@kith.test', { password });
  expect(status).toBe(422);
  expect(body).toEqual({
    success: false,
    code: 'WEAK_PASSWORD',
    message: 'Password must be at least 8 characters with letters and numbers.',
  });
  const [signedUp] = await server.sql`select 1 from sign_ups where email = 'weak@kith.test'`;
  expect(signedUp).toBeUndefined();
});

test.concurrent('an invalid address and a name of spaces are refused', async ({ signUp }) => {
  for (const more of [{ email: 'nobody' }, { name: '  ' }]) {
    const { status, body } = await signUp('x@kith.test', more);
    expect(status).toBe(422);
    expect(body.message).toBe('The provided data is invalid. Please check your input.');
  }
});

test.concurrent('twelve sign-ups for one address at once make one account, with the name and password of its owner', async ({
  server,
  api,
  signUp,
  signIn,
  mailsTo,
}) => {
  const browsers = Array.from({ length: 12 }, () => api());
  const answers = await Promise.all(
    browsers.map((browser, n) => signUp('crowd@kith.test', { name: `Name ${n}`, password: `password ${n}` }, browser)),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  const users = () => server.sql`select id from users where email = 'crowd@kith.test'`;
  expect(await users()).toEqual([]);
  await until(async () => (await mailsTo('crowd@kith.test')).length === 12);

  const mine = await server.mailTo('crowd@kith.test', (mail) => mail.text.includes('Name 4,'));
  const verified = await browsers[4]?.post('/api/auth/verify', { token: tokenOf(mine, 'verify') });
  expect(verified?.body.data.user.name).toBe('Name 4');
  expect(await users()).toHaveLength(1);
  expect((await signIn('crowd@kith.test', 'password 4')).status).toBe(200);
  for (const other of [3, 5, 11]) expect((await signIn('crowd@kith.test', `password ${other}`)).status).not.toBe(200);
});

test.concurrent('an invitation sent before the sign-up waits for the new member until the address is proved', async ({
  server,
  circle,
  api,
  signUp,
}) => {
  const hana = await circle.signUp('Hana');
  const invited = await hana.client.post('/api/friends/invite', { email: 'ivo@kith.test' });
  expect(invited.status).toBe(201);
  const mail = await server.mailTo('ivo@kith.test');
  expect(mail.text).toContain('Hana');
  expect(tokenOf(mail, 'invite')).toBeTruthy();
  const browser = api();
  await signUp('ivo@kith.test', { name: 'Ivo', invite: tokenOf(mail, 'invite') }, browser);
  const waiting = () => server.sql`select receiver_user_id from friend_invitations where invited_email = 'ivo@kith.test'`;
  expect((await waiting())[0]?.receiver_user_id).toBeNull();
  const verification = await server.mailTo('ivo@kith.test', (one) => one.links.some((link) => link.includes('verify=')));
  const verified = await browser.post('/api/auth/verify', { token: tokenOf(verification, 'verify') });
  expect((await waiting())[0]?.receiver_user_id).toBe(verified.body.data.user.id);
});

/** What links in mails do, and for how long: once for their purpose, and again for a request whose answer was lost. */
import { expect } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { PASSWORD } from '../../tests/support/circle.ts';
import { test as serverTest } from '../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../tests/support/member.ts';
import { until } from '../../tests/support/until.ts';
import { hashPassword, hashSecret } from './secrets/secrets.ts';

const NEW_PASSWORD = 'brand new 22';

const test = serverTest
  /** a browser that has not been here before */
  .extend(
    'browser',
    ({ server }) =>
      () =>
        apiClient(server.url),
  )
  /** Signs up in this browser. Returns the token of the mail. */
  .extend('signUp', ({ server, browser }) => async (email: string, client = browser()): Promise<string> => {
    expect((await client.post('/api/auth/sign-up', { email, name: 'Dora', password: PASSWORD })).status).toBe(201);
    return tokenOf(await server.mailTo(email), 'verify');
  })
  /** Asks for a new password. Returns the tokens of all such mails so far, the newest first. */
  .extend('askForReset', ({ server, browser }) => async (email: string): Promise<string[]> => {
    const tokens = async () =>
      (await server.mails())
        .filter(({ to, subject }) => to === email && subject === 'Choose a new password')
        .map((mail) => tokenOf(mail, 'token'));
    const before = (await tokens()).length;
    expect((await browser().post('/api/auth/forgot-password', { email })).status).toBe(200);
    await until(async () => (await tokens()).length > before);
    return tokens();
  })
  .extend('reset', ({ browser }) => async (token: string | undefined, password = NEW_PASSWORD, name?: string) => {
    const { status, body } = await browser().post('/api/auth/reset-password', { token, password, ...(name ? { name } : {}) });
    return { status, body };
  })
  /** Lets so many minutes pass since this link was used. */
  .extend('passMinutes', ({ db }) => async (token: string, minutes: number): Promise<void> => {
    await db.sql`update address_tokens set used_at = used_at - make_interval(mins => ${minutes}) where hash = ${hashSecret(token)}`;
  });

test('for ten minutes the same browser may confirm an address again, because the answer may have been lost', async ({
  server,
  browser,
  signUp,
  passMinutes,
}) => {
  const client = browser();
  const token = await signUp('lost@kith.test', client);
  const verify = (by = client, more: object = {}) => by.post('/api/auth/verify', { token, ...more });
  const first = await verify();
  const again = await verify();
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.data.user).toEqual(first.body.data.user);
  client.use(again.body.data.access_token);
  expect((await client.get('/api/auth/sessions')).status).toBe(200);

  const used = { status: 409, body: { code: 'LINK_USED' } };
  expect(await verify(browser())).toMatchObject(used);
  expect(await verify(browser(), { password: NEW_PASSWORD })).toMatchObject(used);
  expect((await browser().post('/api/auth/sign-in', { email: 'lost@kith.test', password: PASSWORD })).status).toBe(200);
  await passMinutes(token, 9);
  expect((await verify()).status).toBe(200);
  await passMinutes(token, 1);
  expect(await verify()).toMatchObject(used);
  expect(await server.sql`select from users where email = 'lost@kith.test'`).toHaveLength(1);
});

test('an address confirmed with a password is confirmed again with the same password', async ({ browser, signUp, passMinutes }) => {
  const client = browser();
  const token = await signUp('elsewhere@kith.test', client);
  const verify = (by: typeof client, password?: string) => by.post('/api/auth/verify', { token, ...(password ? { password } : {}) });
  expect((await verify(browser(), NEW_PASSWORD)).status).toBe(200);
  expect((await verify(browser(), NEW_PASSWORD)).status).toBe(200);
  // It was not confirmed with another password, nor by the browser of the sign-up.
  expect((await verify(browser(), 'another one 9')).status).toBe(409);
  expect((await verify(client)).status).toBe(409);
  await passMinutes(token, 10);
  expect((await verify(browser(), NEW_PASSWORD)).status).toBe(409);
});

test('after signing up twice in one browser, the older mail works too, with what was typed last', async ({ server, browser }) => {
  const client = browser();
  const email = 'twice@kith.test';
  const signUp = (name: string, password: string, by = client) => by.post('/api/auth/sign-up', { email, name, password });
  await signUp('Tvice', 'first try 11');
  const older = tokenOf(await server.mailTo(email), 'verify');
  // A stranger's link, opened here, has the password that was typed here as well.
  await signUp('Eve', 'chosen by eve 7', browser());
  await signUp('Twice', PASSWORD);
  const look = (by = client) => by.post('/api/auth/verify/look', { token: older });
  expect((await look()).body.data).toEqual({ state: 'open', email, signed_up_here: true });
  expect((await look(browser())).body.data).toEqual({ state: 'open', email, signed_up_here: false });
  expect(await server.sql`select from users where email = ${email}`).toHaveLength(0);

  const elsewhere = await browser().post('/api/auth/verify', { token: older });
  expect(elsewhere).toMatchObject({ status: 403, body: { code: 'SIGN_UP_PASSWORD_MISSING' } });
  for (const _ of ['the first time', 'the answer was lost']) {
    expect(await client.post('/api/auth/verify', { token: older })).toMatchObject({
      status: 200,
      body: { data: { user: { name: 'Twice' } } },
    });
  }
  const statuses = ['first try 11', 'chosen by eve 7', PASSWORD].map(
    async (password) => (await browser().post('/api/auth/sign-in', { email, password })).status,
  );
  expect((await Promise.all(statuses))[2]).toBe(200);
  expect((await Promise.all(statuses)).slice(0, 2)).not.toContain(200);
  expect((await look()).body.data).toEqual({ state: 'used', email, signed_up_here: true });
  expect(await browser().post('/api/auth/verify/look', { token: 'made up' })).toMatchObject({
    status: 400,
    body: { code: 'LINK_INVALID' },
  });
});

test('five tabs that confirm at the same time all get into one account', async ({ server, browser, signUp }) => {
  const client = browser();
  const token = await signUp('tabs@kith.test', client);
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.copy().post('/api/auth/verify', { token })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.data.user.id)).size).toBe(1);
  expect(await server.sql`select from users where email = 'tabs@kith.test'`).toHaveLength(1);
});

test('for ten minutes a repeated reset is answered as done, and nothing happens twice', async ({
  server,
  circle,
  browser,
  askForReset,
  reset,
  passMinutes,
}) => {
  const ana = await circle.signUp('Ana');
  const [token = ''] = await askForReset(ana.email);
  const first = await reset(token);
  expect(first).toMatchObject({ status: 200, body: { message: 'Password updated successfully' } });
  const since = browser();
  const { body } = await since.post('/api/auth/sign-in', { email: ana.email, password: NEW_PASSWORD });
  since.use(body.data.access_token);

  expect(await reset(token)).toEqual(first);
  const refused = await reset(token, 'another one 9');
  expect(refused).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
  expect((await since.get('/api/auth/sessions')).status).toBe(200);
  const passwordMails = async () =>
    (await server.mails()).filter(({ to, subject }) => to === ana.email && subject === 'Your password was changed');
  await until(async () => (await passwordMails()).length > 0);
  expect(await passwordMails()).toHaveLength(1);
  expect(server.logged.filter((line) => line.includes('"reset-used"') && line.includes(ana.id))).toHaveLength(1);

  await passMinutes(token, 10);
  expect(await reset(token)).toEqual(refused);
});

test('requests for the same reset at the same time are all answered as done', async ({ circle, askForReset, reset }) => {
  const ben = await circle.signUp('Ben');
  const [token] = await askForReset(ben.email);
  const answers = await Promise.all(Array.from({ length: 4 }, () => reset(token)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a new reset link replaces the older ones, and using it leaves none', async ({ db, circle, askForReset, reset }) => {
  const carl = await circle.signUp('Carl');
  const openLinks = async () => (await db.sql`select from address_tokens where user_id = ${carl.id} and used_at is null`).length;
  await askForReset(carl.email);
  await askForReset(carl.email);
  const [newest, ...older] = await askForReset(carl.email);
  expect(await openLinks()).toBe(1);
  for (const token of older) expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
  expect((await reset(newest)).status).toBe(200);
  expect(await openLinks()).toBe(0);
});

test('many requests at the same time leave one reset link', async ({ db, circle, browser }) => {
  const dan = await circle.signUp('Dan');
  await Promise.all(Array.from({ length: 8 }, () => browser().post('/api/auth/forgot-password', { email: dan.email })));
  expect(await db.sql`select from address_tokens where user_id = ${dan.id}`).toHaveLength(1);
});

test('the reset link of a sign-up sets its password, confirms the address and ends its other links', async ({
  browser,
  signUp,
  askForReset,
  reset,
}) => {
  const client = browser();
  const verification = await signUp('eve@kith.test', client);
  const [token] = await askForReset('eve@kith.test');
  for (let sent = 0; sent < 2; sent += 1) expect((await reset(token, NEW_PASSWORD, 'Eve')).status).toBe(200);
  expect((await client.post('/api/auth/verify', { token: verification })).status).toBe(400);
  expect((await browser().post('/api/auth/sign-in', { email: 'eve@kith.test', password: NEW_PASSWORD })).status).toBe(200);
});

test('a useless link is refused before a password is hashed for it', async ({ browser, reset }) => {
  // As many as may run and wait at the same time. The next one must come later.
  const hashing = Array.from({ length: 66 }, (_, n) => hashPassword(`password ${n}`));
  await expect(hashPassword('one too many 1')).rejects.toMatchObject({ status: 503 });
  expect(await reset('no-link-at-all')).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
  const verified = await browser().post('/api/auth/verify', { token: 'no-link-at-all', password: NEW_PASSWORD });
  expect(verified).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
  await Promise.all(hashing);
});

/** What an open session may not do alone, how its member shows that they are there, and what guesses at the present password lead to. */
import { expect } from 'vitest';
import { type ApiClient, apiClient } from '../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../tests/support/circle.ts';
import { type Member, test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { softwarePasskey } from '../../../tests/support/software-passkey.ts';
import type { AppOptions } from '../../../tests/support/start-app.ts';

const MISSING = { status: 403, body: { success: false, code: 'PRESENT_PASSWORD_MISSING' } };
const WRONG = { status: 403, body: { success: false, code: 'PRESENT_PASSWORD_WRONG' } };
const OVER = { status: 401, body: { success: false, code: 'PRESENT_PASSWORD_TOO_OFTEN' } };
const TOO_LATE = { status: 403, body: { success: false, code: 'PASSKEY_TOO_LATE' } };
const REFUSED = { status: 403, body: { success: false, code: 'PASSKEY_REFUSED' } };
const PRESENCE = '/api/auth/presence';

const test = serverTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { RATE_LIMITS: '1', TRUST_PROXY: '127.0.0.1' } }))
  /** A member whose sign-in was six minutes ago, on each of their devices. */
  .extend('signedInBefore', ({ circle, db }) => async (name: string): Promise<Member> => {
    const member = await circle.signUp(name);
    await db.sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${member.id}`;
    return member;
  })
  .extend(
    'age',
    ({ db }) =>
      (member: Member) =>
        db.sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${member.id}`,
  )
  /** Adds a passkey to this member's account. */
  .extend('addPasskey', ({ server }) => async ({ client }: Member) => {
    const passkey = softwarePasskey(server.url);
    const { body } = await client.post('/api/auth/passkeys/options');
    const made = await client.post('/api/auth/passkeys', { name: 'Phone', response: passkey.make(body.data) });
    expect(made.status).toBe(201);
    return { passkey, id: made.body.data.id as string };
  })
  .extend(
    'lines',
    ({ server }) =>
      (event: string) =>
        server.logged
          .map((line) => JSON.parse(line) as { event?: string; account?: string; way?: string })
          .filter((line) => line.event === event),
  );

const guess = (client: ApiClient, nth: number, password = `a guess ${nth}`) =>
  client.post(PRESENCE, { password }, { 'x-forwarded-for': `198.51.100.${nth}` });

test('an old session alone removes and renames no passkey, exports nothing and ends no other session', async ({
  circle,
  age,
  addPasskey,
}) => {
  const ana = await circle.signUp('Ana');
  const { client } = ana;
  const { id } = await addPasskey(ana);
  const other = await circle.openSession(ana);
  await age(ana);
  const acts: Record<string, () => ReturnType<typeof client.get>> = {
    'remove a passkey': () => client.delete(`/api/auth/passkeys/${id}`),
    'rename a passkey': () => client.put(`/api/auth/passkeys/${id}`, { name: 'Mine' }),
    'add a passkey': () => client.post('/api/auth/passkeys/options'),
    'set up codes': () => client.post('/api/auth/second-factor'),
    'change the password': () => client.put('/api/auth/user', { password: 'changed it 5', current_password: PASSWORD }),
    'change the address': () => client.put('/api/auth/user', { email: 'eve@kith.test', current_password: PASSWORD }),
    'export everything': () => client.get('/api/profiles/me/export'),
    'end another session': () => client.delete(`/api/auth/sessions/${other.sessionId}`),
    'end all other sessions': () => client.delete('/api/auth/sessions'),
    'delete the account': () => client.call('DELETE', '/api/profiles/me', { confirmation: 'DELETE', current_password: PASSWORD }),
  };
  for (const [act, tried] of Object.entries(acts)) expect(await tried(), act).toMatchObject(MISSING);
  expect((await client.get('/api/auth/sign-in-ways')).body.data.passkeys).toMatchObject([{ id, name: 'Phone' }]);
  expect((await client.get('/api/auth/sessions')).body.data.items).toHaveLength(2);

  // Everything else goes on, and so does signing out here.
  expect((await client.put('/api/auth/user', { name: 'Ana R.' })).status).toBe(200);

  expect((await client.post(PRESENCE, { password: PASSWORD })).status).toBe(200);
  for (const act of ['rename a passkey', 'remove a passkey', 'export everything', 'end another session', 'change the password'])
    expect((await acts[act]?.())?.status, act).toBe(200);
  // Five minutes later the question comes again.
  await age(ana);
  expect(await acts['end all other sessions']?.()).toMatchObject(MISSING);
});

test('presence belongs to the session that showed it', async ({ server, circle, signedInBefore }) => {
  const ben = await signedInBefore('Ben');
  const stolen = await circle.openSession(ben);
  const thief = apiClient(server.url);
  thief.use(stolen.accessToken);
  await server.sql`update sessions set present_at = now() - interval '6 minutes' where id = ${stolen.sessionId}`;
  expect((await ben.client.post(PRESENCE, { password: PASSWORD })).status).toBe(200);
  expect(await thief.get('/api/profiles/me/export')).toMatchObject(MISSING);
});

test('a stolen session that guesses the password, each time from another address, is ended at the tenth guess, and its owner is mailed', async ({
  server,
  circle,
  signedInBefore,
  lines,
}) => {
  const cara = await signedInBefore('Cara');
  const stolen = await circle.openSession(cara, 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0');
  const thief = apiClient(server.url);
  thief.use(stolen.accessToken);
  for (let nth = 1; nth < 10; nth++) expect(await guess(thief, nth), String(nth)).toMatchObject(WRONG);
  expect(await guess(thief, 10)).toMatchObject(OVER);
  // The right one comes too late.
  expect(await guess(thief, 11, PASSWORD)).toMatchObject({ status: 401 });
  expect((await apiClient(server.url).post('/api/auth/refresh', { refresh_token: stolen.refreshToken })).body.code).toBe('SESSION_EXPIRED');

  const mail = await server.mailTo(cara.email, ({ subject }) => subject === 'A device was signed out after ten wrong passwords');
  expect(mail.text).toContain('Firefox on Linux');
  expect(lines('presence-refused')).toHaveLength(10);
  expect(lines('session-guessed')).toMatchObject([{ account: cara.id }]);
  // Her own session is as it was, and it waits for nobody.
  expect((await guess(cara.client, 12, PASSWORD)).status).toBe(200);
});

test('guesses at the same moment count as well', async ({ server, circle, signedInBefore }) => {
  const dan = await signedInBefore('Dan');
  const stolen = await circle.openSession(dan);
  const thief = apiClient(server.url);
  thief.use(stolen.accessToken);
  const answers = await Promise.all(Array.from({ length: 25 }, (_, nth) => guess(thief, nth + 1)));
  const checked = answers.filter(({ body }) => body.code === 'PRESENT_PASSWORD_WRONG');
  expect(checked.length).toBeLessThan(10);
  expect((await thief.get('/api/auth/sessions')).status).toBe(401);
  const ended = (await server.mails()).filter(({ to, subject }) => to === dan.email && subject.startsWith('A device was signed out'));
  expect(ended).toHaveLength(1);
});

test('with several stolen sessions each guess waits for the one before, over all sessions and addresses', async ({
  server,
  circle,
  signedInBefore,
}) => {
  const eve = await signedInBefore('Eve');
  const thieves = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const client = apiClient(server.url);
      client.use((await circle.openSession(eve)).accessToken);
      return client;
    }),
  );
  const started = performance.now();
  let nth = 0;
  for (let round = 0; round < 5; round++) for (const thief of thieves) expect(await guess(thief, ++nth)).toMatchObject(WRONG);
  // Ten are free. The five after them wait four seconds together.
  expect(performance.now() - started).toBeGreaterThan(3_500);
});

test('a passkey shows presence once, in the session that received the challenge, and for this purpose alone', async ({
  server,
  circle,
  age,
  addPasskey,
  lines,
}) => {
  const finn = await circle.signUp('Finn');
  const gus = await circle.signUp('Gus');
  const { passkey } = await addPasskey(finn);
  const { passkey: guses } = await addPasskey(gus);
  await age(finn);
  const challenge = async (client = finn.client, path = `${PRESENCE}/passkey`) => (await client.post(path)).body.data;
  const options = await challenge();
  expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: passkey.id }] });

  // Another session of the same member, even with the cookie of this browser.
  const stolen = finn.client.copy();
  stolen.use((await circle.openSession(finn)).accessToken);
  await server.sql`update sessions set present_at = now() - interval '6 minutes' where user_id = ${finn.id}`;
  expect(await stolen.post(PRESENCE, { passkey: passkey.sign(options) })).toMatchObject(TOO_LATE);
  // That ended the challenge for this browser too.
  expect(await finn.client.post(PRESENCE, { passkey: passkey.sign(options) })).toMatchObject(TOO_LATE);

  expect(await finn.client.post(PRESENCE, { passkey: guses.sign(await challenge()) })).toMatchObject(REFUSED);
  expect(await finn.client.post(PRESENCE, { passkey: passkey.sign(await challenge(), { verified: false }) })).toMatchObject(REFUSED);
  await challenge();
  const forSignIn = await challenge(finn.client, '/api/auth/passkeys/sign-in/options');
  expect(await finn.client.post(PRESENCE, { passkey: passkey.sign(forSignIn) })).toMatchObject(REFUSED);
  const forPresence = passkey.sign(await challenge());
  expect((await finn.client.post('/api/auth/passkeys/sign-in', { response: forPresence })).status).toBe(401);
  expect(await finn.client.get('/api/profiles/me/export')).toMatchObject(MISSING);

  const before = finn.client.copy();
  before.use(finn.client.token());
  expect((await finn.client.post(PRESENCE, { passkey: forPresence })).status).toBe(200);
  expect(await before.post(PRESENCE, { passkey: forPresence })).toMatchObject(TOO_LATE);
  expect((await finn.client.get('/api/profiles/me/export')).status).toBe(200);
  expect(lines('presence-shown').filter(({ account }) => account === finn.id)).toMatchObject([{ way: 'passkey' }]);
});

test('presence takes one proof, from a page of this server, by a member', async ({ server, circle }) => {
  const hana = await circle.signUp('Hana');
  for (const body of [{}, { password: '' }, { password: PASSWORD, provider: 'code=1' }, { current_password: PASSWORD }])
    expect((await hana.client.post(PRESENCE, body)).status, JSON.stringify(body)).toBe(422);
  expect(await hana.client.post(PRESENCE, { provider: 'code=1&state=2' })).toMatchObject({ status: 404 });
  expect((await apiClient(server.url).post(PRESENCE, { password: PASSWORD })).status).toBe(401);
  const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect(await hana.client.post(PRESENCE, { password: PASSWORD }, elsewhere)).toMatchObject({
    status: 403,
    body: { code: 'CROSS_ORIGIN' },
  });
});

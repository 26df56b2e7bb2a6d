import { Secret, TOTP } from 'otpauth';
import { expect, onTestFinished } from 'vitest';
import { RECOVERY_CODES } from '../../../schemas/account/sign-in-ways.ts';
import { type ApiClient, apiClient } from '../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../tests/support/circle.ts';
import { type Member, test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../../tests/support/member.ts';
import { softwarePasskey } from '../../../tests/support/software-passkey.ts';
import { startApp } from '../../../tests/support/start-app.ts';

const SIGN_IN = '/api/auth/second-factor/sign-in';
const refused = (code: string, status = 403) => ({ status, body: { success: false, code } });

/** The code that the app shows for this secret, now or some steps away. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Waits until the current code will not expire soon. */
const earlyInStep = () => expect.poll(() => Date.now() % 30_000 < 20_000).toBe(true);

const test = serverTest
  .extend(
    'visitor',
    ({ server }) =>
      () =>
        apiClient(server.url),
  )
  /** Enters the password in a new browser. */
  .extend('enterPassword', ({ visitor }) => async (member: Member, client: ApiClient = visitor()) => ({
    client,
    answer: await client.post('/api/auth/sign-in', { email: member.email, password: PASSWORD }),
  }))
  /** Turns the second factor on. The test may use the same code again. */
  .extend('turnOn', ({ db }) => async (member: Member) => {
    const { secret } = (await member.client.post('/api/auth/second-factor')).body.data;
    const answer = await member.client.post('/api/auth/second-factor/confirm', { code: codeOf(secret) });
    expect(answer.status).toBe(200);
    await db.sql`update second_factors set last_step = 0 where user_id = ${member.id}`;
    return { secret: secret as string, recovery: answer.body.data.recovery_codes as string[] };
  });

test('it is set up with a code, and signing in takes one from then on', async ({ server, db, circle, enterPassword }) => {
  const ana = await circle.signUp('Ana');
  const { secret, uri } = (await ana.client.post('/api/auth/second-factor')).body.data;
  expect(uri).toContain(`otpauth://totp/Kith:${encodeURIComponent(ana.email)}?`);
  expect(uri).toContain(`secret=${secret}`);
  // It is not active before a code has shown that the app knows the secret.
  expect((await enterPassword(ana)).answer.status).toBe(200);
  expect(await ana.client.post('/api/auth/second-factor/confirm', { code: '000000' })).toMatchObject(refused('CODE_WRONG'));
  await earlyInStep();
  const confirmed = await ana.client.post('/api/auth/second-factor/confirm', { code: codeOf(secret, -1) });
  expect(new Set(confirmed.body.data.recovery_codes).size).toBe(RECOVERY_CODES);
  await server.mailTo(ana.email, (mail) => mail.subject === 'Kith now asks for a code when you sign in');
  expect((await ana.client.get('/api/auth/sign-in-ways')).body.data.second_factor).toEqual({ on: true, recovery_codes_left: 10 });
  expect(await ana.client.post('/api/auth/second-factor')).toMatchObject(refused('SECOND_FACTOR_ON', 409));

  const sessions = async () => (await db.sql`select id from sessions where user_id = ${ana.id}`).length;
  const before = await sessions();
  const { client, answer } = await enterPassword(ana);
  expect(answer).toMatchObject(refused('CODE_NEEDED'));
  expect(client.jar.has('kith-session')).toBe(false);
  expect(await sessions()).toBe(before);
  expect(await client.post(SIGN_IN, { code: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} ` })).toMatchObject({
    status: 200,
    body: { data: { user: { id: ana.id } } },
  });
  expect((await client.post('/api/auth/refresh')).status).toBe(200);
  // The step is over.
  expect(await client.post(SIGN_IN, { code: codeOf(secret, 1) })).toMatchObject(refused('CODE_TOO_LATE'));
});

test('a code works once, then no older one does, and none beyond one step', async ({ circle, enterPassword, turnOn }) => {
  const ben = await circle.signUp('Ben');
  const { secret } = await turnOn(ben);
  const enter = async (code: string) => (await enterPassword(ben)).client.post(SIGN_IN, { code });
  for (const steps of [-3, 3]) expect(await enter(codeOf(secret, steps)), String(steps)).toMatchObject(refused('CODE_WRONG'));
  await earlyInStep();
  const code = codeOf(secret);
  expect((await enter(code)).status).toBe(200);
  expect(await enter(code)).toMatchObject(refused('CODE_USED'));
  expect(await enter(codeOf(secret, -1))).toMatchObject(refused('CODE_USED'));
  expect((await enter(codeOf(secret, 1))).status).toBe(200);
});

test('of two who enter the same code at once, one gets in', async ({ circle, enterPassword, turnOn }) => {
  const cara = await circle.signUp('Cara');
  const { secret } = await turnOn(cara);
  const both = [await enterPassword(cara), await enterPassword(cara)];
  const code = codeOf(secret);
  const answers = await Promise.all(both.map(({ client }) => client.post(SIGN_IN, { code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test('each recovery code works once, as typed from paper, and new ones replace all of them', async ({
  server,
  circle,
  enterPassword,
  turnOn,
}) => {
  const dan = await circle.signUp('Dan');
  const { secret, recovery } = await turnOn(dan);
  const enter = async (code: string) => (await enterPassword(dan)).client.post(SIGN_IN, { code });
  const [first = '', second = '', third = ''] = recovery;
  expect((await enter(first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  const mail = await server.mailTo(dan.email, ({ subject }) => subject === 'One of your recovery codes was used');
  expect(mail.text).toContain('Codes left: 9.');
  expect(await enter(first)).toMatchObject(refused('CODE_WRONG'));
  const statuses = await Promise.all([enter(second), enter(second)]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 403]);

  const renew = (body: object) => dan.client.post('/api/auth/second-factor/recovery-codes', body);
  await server.sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${dan.id}`;
  expect(await renew({ code: codeOf(secret) })).toMatchObject(refused('PRESENT_PASSWORD_MISSING'));
  expect((await dan.client.post('/api/auth/presence', { password: PASSWORD })).status).toBe(200);
  expect(await renew({ code: '000000' })).toMatchObject(refused('CODE_WRONG'));
  const renewed = (await renew({ code: codeOf(secret) })).body.data.recovery_codes;
  expect(await enter(third)).toMatchObject(refused('CODE_WRONG'));
  expect((await enter(renewed[0])).status).toBe(200);
});

test('after some wrong codes the sign-in begins again, after more an hour passes; recovery codes still work', async ({
  server,
  db,
  circle,
  enterPassword,
  turnOn,
}) => {
  const eve = await circle.signUp('Eve');
  const { secret, recovery } = await turnOn(eve);
  // For codes of another member's secret.
  const wrong = (await turnOn(await circle.signUp('Nobody'))).secret;
  const { client } = await enterPassword(eve);
  for (let time = 0; time < 5; time++) expect(await client.post(SIGN_IN, { code: codeOf(wrong) })).toMatchObject(refused('CODE_WRONG'));
  expect(await client.post(SIGN_IN, { code: codeOf(secret) })).toMatchObject(refused('CODE_TOO_LATE'));

  const { client: again } = await enterPassword(eve);
  for (let time = 0; time < 5; time++) await again.post(SIGN_IN, { code: codeOf(wrong) });
  const { client: limited } = await enterPassword(eve);
  const answer = await limited.post(SIGN_IN, { code: codeOf(secret) });
  expect(answer).toMatchObject(refused('CODE_TOO_OFTEN', 429));
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
  const limits = server.logged.filter((line) => line.includes('"second-factor-limited"') && line.includes(eve.id));
  expect(limits.length).toBe(1);
  // The limit does not affect recovery codes.
  expect((await limited.post(SIGN_IN, { code: recovery[0] })).status).toBe(200);
  await db.sql`update second_factors set failed_at = failed_at - interval '61 minutes' where user_id = ${eve.id}`;
  const { client: later } = await enterPassword(eve);
  expect((await later.post(SIGN_IN, { code: codeOf(secret) })).status).toBe(200);
});

test('a step belongs to its browser, is short, and ends with the password that began it', async ({
  db,
  server,
  circle,
  enterPassword,
  turnOn,
  visitor,
}) => {
  const finn = await circle.signUp('Finn');
  const { secret } = await turnOn(finn);
  expect(await visitor().post(SIGN_IN, { code: codeOf(secret) })).toMatchObject(refused('CODE_TOO_LATE'));
  const { client } = await enterPassword(finn);
  await db.sql`update sign_in_steps set expires_at = now() - interval '1 second' where user_id = ${finn.id}`;
  expect(await client.post(SIGN_IN, { code: codeOf(secret) })).toMatchObject(refused('CODE_TOO_LATE'));

  // A stranger with the old password is halfway in when the owner resets it.
  const { client: stranger } = await enterPassword(finn);
  await visitor().post('/api/auth/forgot-password', { email: finn.email });
  const token = tokenOf(await server.mailTo(finn.email, ({ subject }) => subject === 'Choose a new password'), 'token');
  expect((await visitor().post('/api/auth/reset-password', { token, password: 'brand new 22' })).status).toBe(200);
  expect(await stranger.post(SIGN_IN, { code: codeOf(secret) })).toMatchObject(refused('CODE_TOO_LATE'));
  // A new password is still only one factor.
  const owner = visitor();
  expect(await owner.post('/api/auth/sign-in', { email: finn.email, password: 'brand new 22' })).toMatchObject(refused('CODE_NEEDED'));
  expect((await owner.post(SIGN_IN, { code: codeOf(secret) })).status).toBe(200);
});

test('a passkey counts as both factors', async ({ server, circle, turnOn, visitor }) => {
  const gus = await circle.signUp('Gus');
  await turnOn(gus);
  const passkey = softwarePasskey(server.url);
  const options = (await gus.client.post('/api/auth/passkeys/options')).body.data;
  await gus.client.post('/api/auth/passkeys', { name: 'Key', response: passkey.make(options) });
  const client = visitor();
  const { challenge } = (await client.post('/api/auth/passkeys/sign-in/options')).body.data;
  expect((await client.post('/api/auth/passkeys/sign-in', { response: passkey.sign({ challenge }) })).status).toBe(200);
});

test('turning it on takes a member who has just shown that they are there, turning it off takes a code as well', async ({
  server,
  db,
  circle,
  enterPassword,
  turnOn,
}) => {
  const hana = await circle.signUp('Hana');
  await db.sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${hana.id}`;
  const show = (password: string) => hana.client.post('/api/auth/presence', { password });
  expect(await hana.client.post('/api/auth/second-factor')).toMatchObject(refused('PRESENT_PASSWORD_MISSING'));
  expect(await show('a guess 1')).toMatchObject(refused('PRESENT_PASSWORD_WRONG'));
  expect((await show(PASSWORD)).status).toBe(200);
  const { secret, recovery } = await turnOn(hana);

  const off = (body: object) => hana.client.post('/api/auth/second-factor/off', body);
  await db.sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${hana.id}`;
  expect(await off({ code: codeOf(secret) })).toMatchObject(refused('PRESENT_PASSWORD_MISSING'));
  expect((await show(PASSWORD)).status).toBe(200);
  expect(await off({})).toMatchObject({ status: 422 });
  expect(await off({ code: '000000' })).toMatchObject(refused('CODE_WRONG'));
  expect((await off({ code: recovery[3] })).status).toBe(200);
  await server.mailTo(hana.email, ({ subject }) => subject === 'Kith no longer asks for a code when you sign in');
  expect((await enterPassword(hana)).answer.status).toBe(200);
  expect(await db.sql`select from recovery_codes where user_id = ${hana.id}`).toHaveLength(0);
  // Open sessions stay open.
  expect((await hana.client.post('/api/auth/refresh')).status).toBe(200);
});

test('the owner hears of a sign-in once there is one, and of wrong codes before that, once an hour', async ({
  server,
  db,
  circle,
  enterPassword,
  turnOn,
}) => {
  const iris = await circle.signUp('Iris');
  const { secret } = await turnOn(iris);
  const mails = async () => {
    await expect.poll(async () => (await db.sql`select from jobs where queue = 'mail' and data ->> 'to' = ${iris.email}`).length).toBe(0);
    return (await server.mails()).filter(({ to }) => to === iris.email);
  };
  const [, ...before] = await mails();
  expect(before).toEqual([]);
  // A stranger has the password.
  const { client: stranger, answer } = await enterPassword(iris);
  expect(answer).toMatchObject(refused('CODE_NEEDED'));
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Kith now asks for a code when you sign in']);
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' };
  for (const code of ['000000', '111111', 'not-a-recovery-code']) await stranger.post(SIGN_IN, { code }, agent);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'A wrong code was entered for your account',
    'Kith now asks for a code when you sign in',
  ]);
  expect((await mails())[0]?.text).toContain('Firefox on Linux');
  await db.sql`update second_factors set warned_at = warned_at - interval '61 minutes' where user_id = ${iris.id}`;
  await stranger.post(SIGN_IN, { code: '222222' });
  expect((await mails()).filter(({ subject }) => subject === 'A wrong code was entered for your account')).toHaveLength(2);

  // Now somebody really signs in, on a device that was not known, and then again on the same device.
  const { client: owner } = await enterPassword(iris);
  expect((await owner.post(SIGN_IN, { code: codeOf(secret) }, agent)).status).toBe(200);
  const signInMails = async () => (await mails()).filter(({ subject }) => subject === 'Somebody signed in to your account');
  expect(await signInMails()).toMatchObject([{ text: expect.stringContaining('Firefox on Linux') }]);
  await enterPassword(iris, owner);
  expect((await owner.post(SIGN_IN, { code: codeOf(secret, 1) })).status).toBe(200);
  expect(await signInMails()).toHaveLength(1);
});

test('the database stores neither secret nor recovery code, and with a server key nothing that opens them', async ({ db, circle }) => {
  const kim = await circle.signUp('Kim');
  const key = Buffer.alloc(32, 7).toString('base64');
  const app = await startApp({ on: db, env: { SECRETS_KEY: key } });
  onTestFinished(() => app.close());
  const client = apiClient(app.url);
  client.use((await client.post('/api/auth/sign-in', { email: kim.email, password: PASSWORD })).body.data.access_token);
  const { secret } = (await client.post('/api/auth/second-factor')).body.data;
  const confirmed = await client.post('/api/auth/second-factor/confirm', { code: codeOf(secret) });
  const { recovery_codes: codes } = confirmed.body.data as { recovery_codes: string[] };
  const [row] = await db.sql<{ secret: Buffer; key_id: string }[]>`select secret, key_id from second_factors where user_id = ${kim.id}`;
  const hashes = await db.sql<{ hash: Buffer }[]>`select hash from recovery_codes where user_id = ${kim.id}`;
  const keys = await db.sql<{ key: Buffer }[]>`select key from server_keys`;
  const kept = Buffer.concat([row?.secret ?? Buffer.alloc(0), ...hashes.map(({ hash }) => hash), ...keys.map(({ key: one }) => one)]);
  expect(kept.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
  expect(kept.includes(Buffer.from(key, 'base64'))).toBe(false);
  for (const code of codes) expect(kept.includes(Buffer.from(code))).toBe(false);
  expect(row?.key_id).not.toBe('database');

  // A sealed secret that is copied to another member opens nothing.
  const lee = await circle.signUp('Lee');
  await db.sql`insert into second_factors (user_id, secret, key_id, confirmed_at) select ${lee.id}, secret, key_id, now() from second_factors where user_id = ${kim.id}`;
  const other = apiClient(app.url);
  await other.post('/api/auth/sign-in', { email: lee.email, password: PASSWORD });
  expect((await other.post(SIGN_IN, { code: codeOf(secret, 1) })).status).toBe(500);
});

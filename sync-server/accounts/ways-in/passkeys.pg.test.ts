import { expect } from 'vitest';
import { PASSKEYS_MAX } from '../../../schemas/account/sign-in-ways.ts';
import { type ApiClient, apiClient } from '../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../tests/support/circle.ts';
import { type Member, test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { type SoftwarePasskey, softwarePasskey } from '../../../tests/support/software-passkey.ts';

const REFUSED = { status: 401, body: { success: false, code: 'PASSKEY_REFUSED' } };
const TOO_LATE = { status: 403, body: { success: false, code: 'PASSKEY_TOO_LATE' } };

const optionsOf = async (client: ApiClient, path = '/api/auth/passkeys/sign-in/options', body: object = {}) =>
  (await client.post(path, body)).body.data;

const test = serverTest
  .extend(
    'visitor',
    ({ server }) =>
      () =>
        apiClient(server.url),
  )
  /** Adds a passkey to this member's account. */
  .extend('add', ({ server }) => async (member: Member, name = 'Phone'): Promise<SoftwarePasskey> => {
    const passkey = softwarePasskey(server.url);
    const options = await optionsOf(member.client, '/api/auth/passkeys/options');
    expect((await member.client.post('/api/auth/passkeys', { name, response: passkey.make(options) })).status).toBe(201);
    return passkey;
  })
  /** Signs in with a passkey in a new browser. `different` makes the passkey claim something untrue. */
  .extend('signIn', ({ visitor }) => async (passkey: SoftwarePasskey, different: Parameters<SoftwarePasskey['sign']>[1] = {}) => {
    const client = visitor();
    const options = await optionsOf(client);
    return client.post('/api/auth/passkeys/sign-in', { response: passkey.sign(options, different) });
  });

const lines = (logged: readonly string[], event: string) =>
  logged.map((line) => JSON.parse(line) as { event?: string; account?: string }).filter((line) => line.event === event);

test('a passkey is added, named, listed, used and removed, and its owner receives mails', async ({ server, circle, add, signIn }) => {
  const ana = await circle.signUp('Ana');
  const passkey = await add(ana, 'My phone');
  await server.mailTo(ana.email, (mail) => mail.subject === 'A passkey was added to your account' && mail.text.includes('My phone'));
  const listed = async () => (await ana.client.get('/api/auth/sign-in-ways')).body.data;
  const [{ id }] = (await listed()).passkeys;
  expect((await listed()).passkeys).toMatchObject([{ name: 'My phone', backed_up: false, last_used_at: null }]);

  expect(await signIn(passkey)).toMatchObject({ status: 200, body: { data: { user: { id: ana.id } } } });
  expect((await listed()).passkeys[0].last_used_at).not.toBeNull();
  expect((await ana.client.put(`/api/auth/passkeys/${id}`, { name: ' Old phone ' })).status).toBe(200);
  expect((await ana.client.put(`/api/auth/passkeys/${id}`, { name: ' ' })).status).toBe(422);
  expect((await listed()).passkeys[0].name).toBe('Old phone');

  const ben = await circle.signUp('Ben');
  expect((await ben.client.put(`/api/auth/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
  expect((await ben.client.delete(`/api/auth/passkeys/${id}`)).status).toBe(404);
  expect((await ana.client.delete(`/api/auth/passkeys/${id}`)).status).toBe(200);
  await server.mailTo(ana.email, (mail) => mail.subject === 'A passkey was removed from your account');
  expect(await signIn(passkey)).toMatchObject(REFUSED);
  // Nothing of this ended another session.
  expect((await ana.client.post('/api/auth/refresh')).status).toBe(200);
});

test('every false claim is refused with the same answer, which does not tell known passkeys from unknown ones', async ({
  server,
  circle,
  add,
  signIn,
}) => {
  const cara = await circle.signUp('Cara');
  const dan = await circle.signUp('Dan');
  const passkey = await add(cara);
  await add(dan);
  const dansHandle = Buffer.from(dan.id.replaceAll('-', ''), 'hex').toString('base64url');
  const wrong = {
    'another origin': { origin: 'https://evil.example' },
    'a port beside ours': { origin: `${new URL(server.url).protocol}//${new URL(server.url).hostname}:1` },
    'another RP': { rpId: 'evil.example' },
    'another challenge': { challenge: Buffer.alloc(32, 1).toString('base64url') },
    'no user verification': { verified: false },
    'a registration': { type: 'webauthn.create' },
    'somebody else': { userHandle: dansHandle },
    nobody: { userHandle: '' },
  };
  const bodies = new Set<string>();
  for (const [what, different] of Object.entries(wrong)) {
    const answer = await signIn(passkey, different);
    expect(answer, what).toMatchObject(REFUSED);
    bodies.add(JSON.stringify(answer.body));
  }
  bodies.add(JSON.stringify((await signIn(softwarePasskey(server.url))).body));
  expect(bodies.size).toBe(1);
  expect(lines(server.logged, 'passkey-refused').length).toBeGreaterThanOrEqual(bodies.size);
  // The false claims were refused, not the passkey.
  expect((await signIn(passkey)).status).toBe(200);
});

test('a signature works once, in the browser that received the challenge, and for some minutes', async ({ db, circle, add, visitor }) => {
  const eve = await circle.signUp('Eve');
  const passkey = await add(eve);
  const client = visitor();
  const stranger = visitor();
  const signed = { response: passkey.sign(await optionsOf(client)) };
  await optionsOf(stranger);
  expect(await visitor().post('/api/auth/passkeys/sign-in', signed)).toMatchObject(TOO_LATE);
  expect(await stranger.post('/api/auth/passkeys/sign-in', signed)).toMatchObject(REFUSED);
  const copy = client.copy();
  expect((await client.post('/api/auth/passkeys/sign-in', signed)).status).toBe(200);
  expect(await copy.post('/api/auth/passkeys/sign-in', signed)).toMatchObject(TOO_LATE);

  const { headers, body } = await client.post('/api/auth/passkeys/sign-in/options', {});
  expect(headers.getSetCookie().join()).toContain('Max-Age=600;');
  const late = { response: passkey.sign(body.data) };
  await db.sql`update sign_in_steps set expires_at = now() - interval '1 second'`;
  expect(await client.post('/api/auth/passkeys/sign-in', late)).toMatchObject(TOO_LATE);
});

test('a forged signature is refused and does not move the counter; a counter that goes back is refused and logged', async ({
  server,
  db,
  circle,
  add,
  signIn,
  visitor,
}) => {
  const finn = await circle.signUp('Finn');
  const passkey = await add(finn);
  expect((await signIn(passkey, { counter: 7 })).status).toBe(200);
  const client = visitor();
  const forged = passkey.sign(await optionsOf(client), { counter: 900 });
  const other = softwarePasskey(server.url).sign({ challenge: 'x' });
  const response = { ...forged, response: { ...forged.response, signature: other.response.signature } };
  expect(await client.post('/api/auth/passkeys/sign-in', { response })).toMatchObject(REFUSED);
  const [row] = await db.sql`select counter::int as counter from passkeys where user_id = ${finn.id}`;
  expect(row?.counter).toBe(7);

  for (const counter of [7, 6, 0]) expect(await signIn(passkey, { counter }), String(counter)).toMatchObject(REFUSED);
  expect(lines(server.logged, 'passkey-counter-back').map(({ account }) => account)).toEqual([finn.id, finn.id, finn.id]);
  expect((await signIn(passkey, { counter: 8 })).status).toBe(200);
});

test('a passkey that does not count, because it is on several devices, can sign in repeatedly', async ({ circle, add, signIn }) => {
  const gus = await circle.signUp('Gus');
  const passkey = await add(gus);
  for (let time = 0; time < 3; time++) expect((await signIn(passkey, { counter: 0 })).status).toBe(200);
});

test('adding a passkey takes a member who has just shown that they are there, and all its claims must be true', async ({
  server,
  db,
  circle,
  visitor,
}) => {
  const hana = await circle.signUp('Hana');
  const iris = await circle.signUp('Iris');
  const path = '/api/auth/passkeys/options';
  await db.sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${hana.id}`;
  expect(await hana.client.post(path)).toMatchObject({ status: 403, body: { code: 'PRESENT_PASSWORD_MISSING' } });
  expect(lines(server.logged, 'presence-missing')).toMatchObject([{ account: hana.id, act: 'passkeys' }]);
  expect((await hana.client.post('/api/auth/presence', { password: PASSWORD })).status).toBe(200);
  expect((await visitor().post(path)).status).toBe(401);

  const passkey = softwarePasskey(server.url);
  const attempt = async (different: object) => {
    const options = await optionsOf(hana.client, path);
    expect(options).toMatchObject({
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      rp: { id: '127.0.0.1' },
    });
    return hana.client.post('/api/auth/passkeys', { name: 'Key', response: passkey.make(options, different) });
  };
  for (const different of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { verified: false },
    { challenge: 'AAAA' },
    { type: 'webauthn.get' },
  ])
    expect(await attempt(different), JSON.stringify(different)).toMatchObject({ status: 422, body: { code: 'PASSKEY_NOT_ADDED' } });
  expect((await attempt({})).status).toBe(201);
  expect(await attempt({})).toMatchObject({ status: 409, body: { code: 'PASSKEY_KNOWN' } });

  // A challenge of one member adds nothing to another, and nothing is added without a challenge.
  const options = await optionsOf(iris.client, path);
  const jar = hana.client.copy();
  for (const [name, value] of iris.client.jar) if (name === 'kith-passkey-add') jar.jar.set(name, value);
  jar.use(hana.client.token());
  const response = softwarePasskey(server.url).make(options);
  expect(await jar.post('/api/auth/passkeys', { name: 'Hers', response })).toMatchObject(TOO_LATE);
  expect(await iris.client.post('/api/auth/passkeys', { name: 'Late', response })).toMatchObject(TOO_LATE);
});

test('the number of passkeys is limited', async ({ db, circle, add }) => {
  const jo = await circle.signUp('Jo');
  await add(jo);
  await db.sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, backed_up)
    select gen_random_uuid(), ${jo.id}, 'jo' || n, 'k', 0, '{}', 'n', false from generate_series(2, ${PASSKEYS_MAX}) n`;
  expect(await jo.client.post('/api/auth/passkeys/options')).toMatchObject({ status: 409, body: { code: 'PASSKEYS_FULL' } });
});

test('a member without a password keeps one passkey, even if both are removed at the same time', async ({ db, circle, add }) => {
  const kim = await circle.signUp('Kim');
  await add(kim, 'One');
  await add(kim, 'Two');
  await db.sql`update users set password_hash = null where id = ${kim.id}`;
  const { passkeys } = (await kim.client.get('/api/auth/sign-in-ways')).body.data;
  const statuses = await Promise.all(
    passkeys.map(async ({ id }: { id: string }) => (await kim.client.delete(`/api/auth/passkeys/${id}`)).status),
  );
  expect(statuses.sort()).toEqual([200, 409]);
  expect((await kim.client.get('/api/auth/sign-in-ways')).body.data).toMatchObject({ passkeys: [{}], has_password: false });
});

/** Members without a password show that they are there at the identity provider: what the provider has to say, and what it is good for. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { type ApiClient, apiClient } from '../../tests/support/api-client.ts';
import { test as dbTest } from '../../tests/support/fixtures/db.ts';
import { startHostileProvider } from '../../tests/support/hostile-provider.ts';
import { startRealProvider, walkThrough } from '../../tests/support/oidc-provider.ts';
import { startApp } from '../../tests/support/start-app.ts';

const PRESENCE = '/api/auth/presence';
const FAILED = { status: 400, body: { success: false, code: 'PROVIDER_FAILED' } };
const NOT_YOU = { status: 403, body: { success: false, code: 'PROVIDER_NOT_YOU' } };
const MISSING = { status: 403, body: { success: false, code: 'PRESENT_PASSWORD_MISSING' } };
const exports = '/api/profiles/me/export';
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const test = dbTest
  /** A server whose provider says what the test wants. */
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
    const provider = await startHostileProvider();
    onCleanup(() => provider.close());
    return provider;
  })
  .extend('server', { scope: 'file' }, async ({ db, provider }, { onCleanup }) => {
    const server = await startApp({ on: db, env: provider.env });
    onCleanup(() => server.close());
    return server;
  })
  /** A browser in which a new person has signed in through the provider, a while ago. */
  .extend('member', ({ server, provider }) => async (client: ApiClient = apiClient(server.url)) => {
    const claims = { sub: uuid(), email: `${uuid()}@kith.test`, email_verified: true, name: 'Nora' };
    const signIn = async () => {
      provider.forge({ claims });
      const asked = await provider.visit((await client.get('/api/auth/google/start')).body.data.url);
      return `code=a&state=${asked.get('state')}`;
    };
    const entered = await client.post('/api/auth/google/callback', { query: await signIn() });
    client.use(entered.body.data.access_token);
    await server.sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${entered.body.data.user.id}`;
    return {
      client,
      claims,
      signIn,
      id: entered.body.data.user.id as string,
      /** Goes to the provider to show presence, and returns what the browser comes back with. */
      async go(said: object = {}) {
        provider.forge({ claims: { ...claims, auth_time: inSeconds(0), ...said } });
        const began = await client.post(`${PRESENCE}/provider`);
        expect(began.status).toBe(200);
        const asked = await provider.visit(began.body.data.url);
        return { asked, query: `code=a&state=${asked.get('state')}` };
      },
    };
  });

test('a member without a password signs in anew at the provider, and counts as present', async ({ member }) => {
  const { client, go } = await member();
  expect((await client.get('/api/auth/sign-in-ways')).body.data).toMatchObject({ has_password: false, provider: '127.0.0.1' });
  expect(await client.get(exports)).toMatchObject(MISSING);
  const { asked, query } = await go();
  expect(Object.fromEntries(asked)).toMatchObject({ prompt: 'login', max_age: '0' });
  expect((await client.post(PRESENCE, { provider: query })).status).toBe(200);
  expect((await client.get(exports)).status).toBe(200);
  // It works once.
  expect(await client.post(PRESENCE, { provider: query })).toMatchObject(FAILED);
});

test('another account, a sign-in from before, and one of which the provider says no time show nothing', async ({ member }) => {
  const { client, go } = await member();
  for (const said of [{ sub: uuid() }, { auth_time: inSeconds(-3600) }, { auth_time: undefined }])
    expect(await client.post(PRESENCE, { provider: (await go(said)).query }), JSON.stringify(said)).toMatchObject(NOT_YOU);
  const { query } = await go();
  expect(await client.post(PRESENCE, { provider: query.replace('code=a', 'error=access_denied') })).toMatchObject({
    status: 403,
    body: { code: 'PROVIDER_DENIED' },
  });
  expect(await client.get(exports)).toMatchObject(MISSING);
});

test('a way to the provider is for one session and one purpose', async ({ server, member }) => {
  const nora = await member();
  const otto = await member();
  // What was begun to sign in shows no presence, and the other way round.
  const toSignIn = await nora.signIn();
  expect(await nora.client.post(PRESENCE, { provider: toSignIn })).toMatchObject(FAILED);
  const { query } = await nora.go();
  expect(await nora.client.post('/api/auth/google/callback', { query })).toMatchObject(FAILED);
  // Another session, even of the same member with the same cookies.
  const again = await nora.go();
  const copy = nora.client.copy();
  copy.use((await server.sessions.open(nora.id, 'a thief')).accessToken);
  expect(await copy.post(PRESENCE, { provider: again.query })).toMatchObject(FAILED);
  const third = await nora.go();
  otto.client.jar.set('kith-provider', nora.client.jar.get('kith-provider') ?? '');
  expect(await otto.client.post(PRESENCE, { provider: third.query })).toMatchObject(FAILED);
  expect(await nora.client.get(exports)).toMatchObject(MISSING);
});

test('a member with a password shows presence with it: a browser may be signed in at the provider for ever', async ({ server, member }) => {
  const { client, id, go } = await member();
  const { query } = await go();
  await server.sql`update users set password_hash = 'set meanwhile' where id = ${id}`;
  expect(await client.post(PRESENCE, { provider: query })).toMatchObject(MISSING);
  expect(await client.post(`${PRESENCE}/provider`)).toMatchObject(MISSING);
});

test('a real provider lets the person sign in again, even if they are signed in there', async ({ db }) => {
  const provider = await startRealProvider();
  const server = await startApp({ on: db, env: provider.env });
  try {
    provider.register(server.url);
    const client = apiClient(server.url);
    const [name, jar] = [uuid(), new Map<string, string>()];
    provider.knows(name, { email: `${name}@kith.test`, email_verified: true, name: 'Rosa' });
    const begun = (await client.get('/api/auth/google/start')).body.data.url;
    const query = await walkThrough(provider, begun, name, jar);
    const entered = await client.post('/api/auth/google/callback', { query });
    client.use(entered.body.data.access_token);
    const { id } = entered.body.data.user;
    await server.sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${id}`;
    const asked: string[] = [];
    const { url } = (await client.post(`${PRESENCE}/provider`)).body.data;
    const back = await walkThrough(provider, url, name, jar, (page) => asked.push(page));
    expect(asked).toContain('login');
    expect((await client.post(PRESENCE, { provider: back })).status).toBe(200);
    expect((await client.get(exports)).status).toBe(200);
  } finally {
    await server.close();
    await provider.close();
  }
});

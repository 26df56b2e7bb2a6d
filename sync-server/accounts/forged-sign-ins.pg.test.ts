/** Answers of an identity provider that prove nobody. Whatever part is forged, nobody is signed in and nothing is stored. */
import { createHmac } from 'node:crypto';
import { generateKeyPair, type JWTPayload } from 'jose';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { test as dbTest } from '../../tests/support/fixtures/db.ts';
import { circleOf } from '../../tests/support/fixtures/server.ts';
import { CLIENT_SECRET, type Forgery, json, startHostileProvider } from '../../tests/support/hostile-provider.ts';
import { startApp } from '../../tests/support/start-app.ts';

const test = dbTest
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
  .extend('circle', { scope: 'file' }, ({ server }) => circleOf(server))
  .extend('count', { scope: 'file' }, ({ server }) => async () => {
    const [row] = await server.sql`select (select count(*) from users)::int as users, (select count(*) from identities)::int as identities,
      (select count(*) from sessions)::int as sessions`;
    return row;
  })
  /** A visitor's browser: goes to the provider and comes back with what the test makes of it. */
  .extend('browser', { scope: 'file' }, ({ server, provider }) => () => {
    const client = apiClient(server.url);
    return {
      client,
      async begin(): Promise<URLSearchParams> {
        const { status, body } = await client.get('/api/auth/google/start');
        expect(status).toBe(200);
        return provider.visit(body.data.url);
      },
      callback: (query: string) => client.post('/api/auth/google/callback', { query }),
      async walk(forgery: Forgery, more: Record<string, string> = {}) {
        provider.forge(forgery);
        const asked = await this.begin();
        return this.callback(new URLSearchParams({ code: 'a code', state: asked.get('state') ?? '', ...more }).toString());
      },
    };
  });

/** What an honest token says about a person. */
const person = (more: object = {}) => ({ sub: uuid(), email: `${uuid()}@kith.test`, email_verified: true, name: 'Ivo', ...more });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

test('the provider of these tests is believed when it is honest', async ({ browser, count }) => {
  const before = await count();
  const claims = person();
  const answer = await browser().walk({ claims });
  expect(answer).toMatchObject({ status: 200, body: { data: { user: { email: claims.email, name: 'Ivo' } } } });
  expect(await count()).toEqual({ users: before?.users + 1, identities: before?.identities + 1, sessions: before?.sessions + 1 });
});

const answering = (status: number, body: unknown): Forgery => ({ token: (_, response) => json(response, body, status) });

/** Each entry stands alone: a forgery, and the status that the server answers. */
const forgeries: readonly (readonly [string, Forgery | (() => Forgery | Promise<Forgery>), number?])[] = [
  ['another nonce', { claims: person({ nonce: 'another' }) }],
  ['no nonce', { claims: person({ nonce: undefined }) }],
  ['another issuer', { claims: person({ iss: 'https://accounts.google.com' }) }],
  ['another audience', { claims: person({ aud: 'another client' }) }],
  ['no audience', { claims: person({ aud: undefined }) }],
  ['several audiences and no azp', { claims: person({ aud: ['kith', 'another client'] }) }],
  ['several audiences and the azp of another', { claims: person({ aud: ['kith', 'another client'], azp: 'another client' }) }],
  ['alg none', { claims: person(), idToken: (claims) => `${base64({ alg: 'none' })}.${base64(claims)}.` }],
  ['no signature', { claims: person(), idToken: (claims) => `${base64({ alg: 'RS256', kid: 'one' })}.${base64(claims)}.` }],
  [
    'HS256 with the secret of the client as key',
    {
      claims: person(),
      idToken: (claims) => {
        const signed = `${base64({ alg: 'HS256', kid: 'one' })}.${base64(claims)}`;
        return `${signed}.${createHmac('sha256', CLIENT_SECRET).update(signed).digest('base64url')}`;
      },
    },
  ],
  [
    'a key that the provider does not have',
    async () => {
      const { provider } = strangers;
      const { privateKey } = await generateKeyPair('RS256');
      return { claims: person(), idToken: (claims: JWTPayload) => provider.sign(claims, privateKey) };
    },
  ],
  [
    'claims that were changed after signing',
    () => ({
      claims: person(),
      idToken: async (claims: JWTPayload) => {
        const [head, , signature] = (await strangers.provider.sign(claims)).split('.');
        return `${head}.${base64({ ...claims, sub: 'another' })}.${signature}`;
      },
    }),
  ],
  ['an expired token', { claims: person({ exp: inSeconds(-600), iat: inSeconds(-900) }) }],
  ['a token that was made in an hour', { claims: person({ iat: inSeconds(3600), exp: inSeconds(7200) }) }],
  ['a token that is good from in an hour', { claims: person({ nbf: inSeconds(3600), exp: inSeconds(7200) }) }],
  ['no time at all', { claims: person({ iat: undefined, exp: undefined }) }],
  ['no subject', { claims: person({ sub: undefined }) }],
  ['an empty subject', { claims: person({ sub: '' }) }],
  ['a subject that is too long', { claims: person({ sub: 'a'.repeat(256) }) }],
  ['a subject with a NUL', { claims: person({ sub: 'a\0b' }) }],
  ['a subject that is a number', { claims: person({ sub: 7 }) }],
  ['an address that is not confirmed', { claims: person({ email_verified: false }) }, 403],
  ['an address of which nothing is said', { claims: person({ email_verified: undefined }) }, 403],
  ['a confirmation that is a word', { claims: person({ email_verified: 'true' }) }, 403],
  ['no address anywhere', { claims: person({ email: undefined }), userinfo: (_, response) => json(response, { sub: 'x' }) }],
  ['an address that is none', { claims: person({ email: 'nobody' }) }, 403],
  ['two addresses in one', { claims: person({ email: 'a@kith.test,b@kith.test' }) }, 403],
  ['the claims of another person', { claims: person({ email: undefined }), userinfo: (_, r) => json(r, person()) }],
  ['no id token', answering(200, { access_token: 'a', token_type: 'Bearer' })],
  ['a token that is no token', { claims: person(), idToken: () => 'nonsense' }],
  ['garbage for JSON', answering(200, '{"access_token":')],
  ['a code that was used, by the provider', answering(400, { error: 'invalid_grant' })],
  ['a client that the provider does not know', answering(401, { error: 'invalid_client' }), 502],
  ['a provider in trouble', answering(503, { error: 'temporarily_unavailable' }), 503],
  [
    'a token endpoint that leads elsewhere',
    { token: (_, response) => void response.writeHead(307, { location: `${strangers.provider.url}/elsewhere` }).end() },
  ],
  [
    'an answer without an end',
    { token: (_, response) => json(response, { access_token: 'a'.repeat(2_000_000), token_type: 'Bearer' }) },
    503,
  ],
  ['a connection that breaks off', { token: (_, response) => void response.destroy() }, 503],
  ['keys that cannot be had', () => ({ ...strangerKey(), jwks: (_, response) => json(response, {}, 500) })],
];

/** The provider of the file, for forgeries that need its keys. */
const strangers: { provider: Awaited<ReturnType<typeof startHostileProvider>> } = { provider: undefined as never };
/** A key with another id makes the server fetch the keys again. */
const strangerKey = (): Forgery => ({
  claims: person(),
  idToken: (claims) => `${base64({ alg: 'RS256', kid: 'two' })}.${base64(claims)}.AAAA`,
});

test.for(forgeries)('nobody is let in with %s', async ([, forgery, status], { browser, count, provider }) => {
  strangers.provider = provider;
  const before = await count();
  const visitor = browser();
  const answer = await visitor.walk(typeof forgery === 'function' ? await forgery() : forgery);
  expect(answer.body).toMatchObject({ success: false, message: expect.any(String) });
  if (status === undefined) expect(answer.status).toBeGreaterThanOrEqual(400);
  else expect(answer.status).toBe(status);
  expect(visitor.client.jar.has('kith-session')).toBe(false);
  expect(await count()).toEqual(before);
  expect(provider.requests).not.toContain('/elsewhere');
});

test('a callback for a flow that is over, or that another browser began, lets nobody in', async ({ browser, count, provider, server }) => {
  const before = await count();
  provider.forge({ claims: person() });
  const refused = async (answer: Promise<{ status: number; body: unknown }>) =>
    expect(await answer).toMatchObject({ status: 400, body: { success: false, code: 'PROVIDER_FAILED' } });

  const [ana, ivo] = [browser(), browser()];
  const asked = await ana.begin();
  const state = asked.get('state') ?? '';
  // No state, an empty one, a wrong one, and two.
  await refused(ana.callback('code=a'));
  await refused(ana.callback('code=a&state='));
  await refused(ana.callback(`code=a&state=${state.slice(1)}x`));
  await refused(ana.callback(`code=a&state=${state}&state=${state}`));
  // Another browser, without a flow and with its own.
  await refused(ivo.callback(`code=a&state=${state}`));
  await ivo.begin();
  await refused(ivo.callback(`code=a&state=${state}`));
  await refused(apiClient(server.url).post('/api/auth/google/callback', { query: `code=a&state=${state}` }));
  // A sign-in that took too long.
  const late = browser();
  const lateState = (await late.begin()).get('state');
  await server.sql`update provider_flows set expires_at = now() - interval '1 second'`;
  await refused(late.callback(`code=a&state=${lateState}`));
  await refused(ana.callback(`code=a&state=${state}`));
  // Another issuer that answers in place of this one.
  const mixed = browser();
  await refused(mixed.callback(`code=a&state=${(await mixed.begin()).get('state')}&iss=https://evil.example`));
  expect(await count()).toEqual(before);
});

test('the same callback opens one session, and a second time none', async ({ browser, provider }) => {
  provider.forge({ claims: person() });
  const ana = browser();
  const query = `code=a&state=${(await ana.begin()).get('state')}`;
  const cookies = new Map(ana.client.jar);
  expect((await ana.callback(query)).status).toBe(200);
  expect((await ana.callback(query)).status).toBe(400);
  // Even with a copy of the cookie, the flow is over.
  for (const [name, value] of cookies) ana.client.jar.set(name, value);
  expect((await ana.callback(query)).status).toBe(400);
});

test('of many identical callbacks at the same moment, one is let in', async ({ browser, provider }) => {
  provider.forge({ claims: person() });
  const ana = browser();
  const query = `code=a&state=${(await ana.begin()).get('state')}`;
  const tabs = Array.from({ length: 6 }, () => ana.client.copy());
  const statuses = await Promise.all(tabs.map(async (tab) => (await tab.post('/api/auth/google/callback', { query })).status));
  expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
});

test.for([
  ['access_denied', 403, 'PROVIDER_DENIED'],
  ['unauthorized_client', 502, 'PROVIDER_MISCONFIGURED'],
  ['invalid_scope', 502, 'PROVIDER_MISCONFIGURED'],
  ['server_error', 503, 'PROVIDER_UNAVAILABLE'],
  ['login_required', 400, 'PROVIDER_FAILED'],
] as const)('each error of the provider has its own answer: %s', async ([error, status, code], { browser }) => {
  const ana = browser();
  const state = (await ana.begin()).get('state');
  expect(await ana.callback(`error=${error}&state=${state}`)).toMatchObject({ status, body: { code } });
});

test('an address that the provider has not confirmed opens no account, and tells of none, however it is written', async ({
  browser,
  circle,
  count,
}) => {
  const dina = await circle.signUp('Dina');
  const before = await count();
  for (const email of [dina.email, dina.email.toUpperCase(), ` ${dina.email} `, `nobody-${uuid()}@kith.test`]) {
    const answer = await browser().walk({ claims: person({ email, email_verified: false }) });
    expect(answer).toMatchObject({ status: 403, body: { code: 'PROVIDER_ADDRESS_UNPROVED' } });
  }
  expect(await count()).toEqual(before);
});

test('an address that only looks like a member’s is another address', async ({ browser, circle, server }) => {
  const email = `kim-${uuid()}@kith.test`;
  const kim = await circle.signUp('Kim', { email });
  // A Kelvin sign, a dotless i, a full-width letter, an invisible character.
  for (const like of ['\u212A', 'K\u0131m', '\uFF4B', 'k\u200B'].map((start) => email.replace(/^k(im)?/, start))) {
    const { status, body } = await browser().walk({ claims: person({ email: like }) });
    if (status === 200) expect(body.data.user.id).not.toBe(kim.id);
  }
  expect(await server.sql`select from identities where user_id = ${kim.id}`).toHaveLength(0);
});

test('a provider that does not answer is unavailable, and nobody waits for ever', async ({ browser, provider }) => {
  const answer = await browser().walk({ token: () => undefined });
  expect(answer).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } });
  provider.forge({});
});

test('another site can neither begin a sign-in nor finish one', async ({ browser, provider }) => {
  provider.forge({ claims: person() });
  const { client, begin } = browser();
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect((await client.get('/api/auth/google/start', foreign)).status).toBe(403);
  const query = `code=a&state=${(await begin()).get('state')}`;
  expect((await client.post('/api/auth/google/callback', { query }, foreign)).status).toBe(403);
});

/** Signing in through a real identity provider: who is let in, to which account, and what else opens that account afterwards. */
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { PASSWORD } from '../../tests/support/circle.ts';
import { test as dbTest } from '../../tests/support/fixtures/db.ts';
import { circleOf } from '../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../tests/support/member.ts';
import { startRealProvider, walkThrough } from '../../tests/support/oidc-provider.ts';
import { type AppOptions, startApp } from '../../tests/support/start-app.ts';
import { until } from '../../tests/support/until.ts';

const address = (name: string) => `${name}-${uuid()}@kith.test`;

const test = dbTest
  /** A server with its own provider, on the file's database. */
  .extend('serverWith', { scope: 'file' }, async ({ db }, { onCleanup }) => {
    const closing: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const close of closing) await close();
    });
    return async (env: NodeJS.ProcessEnv = {}, more: AppOptions = {}) => {
      const provider = await startRealProvider();
      closing.unshift(() => provider.close());
      const server = await startApp({ on: db, env: { ...provider.env, ...env }, ...more });
      closing.unshift(() => server.close());
      provider.register(server.url);
      const browser = (client = apiClient(server.url)) => ({
        client,
        /** From the button to the server's answer. */
        async signIn(name: string, invite?: string) {
          const start = '/api/auth/google/start';
          const began = await (invite ? client.post(start, { invite }) : client.get(start));
          expect(began.status).toBe(200);
          expect(began.headers.getSetCookie().join()).toContain('Max-Age=900;');
          const query = await walkThrough(provider, began.body.data.url, name);
          const answer = await client.post('/api/auth/google/callback', { query });
          client.use(answer.body.data?.access_token);
          return answer;
        },
      });
      return { server, provider, circle: circleOf(server), browser };
    };
  })
  .extend('open', { scope: 'file' }, ({ serverWith }) => serverWith());

test('the server names its provider, or none if none is configured', async ({ open, db }) => {
  const client = apiClient(open.server.url);
  expect((await client.get('/api/auth/providers')).body.data).toEqual({ items: [{ id: 'google', name: 'Our house' }] });
  const without = await startApp({ on: db });
  try {
    const other = apiClient(without.url);
    expect((await other.get('/api/auth/providers')).body.data).toEqual({ items: [] });
    expect(await other.get('/api/auth/google/start')).toMatchObject({ status: 404, body: { code: 'PROVIDER_NOT_CONFIGURED' } });
    expect((await other.post('/api/auth/google/callback', { query: 'code=a&state=b' })).status).toBe(404);
  } finally {
    await without.close();
  }
});

test('a new person has an account at once, and is the same member next time, even with another address there', async ({ open }) => {
  const { server, provider, browser } = open;
  const [name, email] = [uuid(), address('nora')];
  provider.knows(name, { email: email.toUpperCase(), email_verified: true, name: 'Nora Lind' });
  const first = await browser().signIn(name);
  expect(first).toMatchObject({ status: 200, body: { data: { user: { email, name: 'Nora Lind' } } } });
  provider.knows(name, { email: address('moved'), email_verified: false, name: 'Somebody else' });
  const second = await browser().signIn(name);
  expect(second.body.data.user).toEqual(first.body.data.user);
  // No password opens the account.
  const answer = await apiClient(server.url).post('/api/auth/sign-in', { email, password: PASSWORD });
  expect(answer.status).toBe(401);
});

test('a member whose address the provider confirms is recognised from then on, and receives a mail', async ({ open }) => {
  const { server, provider, circle, browser } = open;
  const dina = await circle.signUp('Dina', { email: address('dina') });
  const name = uuid();
  provider.knows(name, { email: dina.email, email_verified: true, name: 'Not Dina' });
  const answer = await browser().signIn(name);
  expect(answer.body.data.user).toMatchObject({ id: dina.id, name: 'Dina' });
  expect((await server.mailTo(dina.email, ({ subject }) => subject === 'Another way into your account')).text).toContain('another site');
  // The password that she proved herself stays.
  expect((await apiClient(server.url).post('/api/auth/sign-in', { email: dina.email, password: PASSWORD })).status).toBe(200);
  // Another person at the provider, who now has the address, is not her.
  const other = uuid();
  provider.knows(other, { email: dina.email, email_verified: true });
  expect(await browser().signIn(other)).toMatchObject({ status: 409, body: { code: 'ADDRESS_HAS_ACCOUNT' } });
});

test('an address with the Kelvin sign does not open the account whose address has a k there', async ({ open }) => {
  const { server, provider, circle, browser } = open;
  const kim = await circle.signUp('Kim', { email: address('kim') });
  const eve = uuid();
  provider.knows(eve, { email: kim.email.replace('k', '\u212A'), email_verified: true, name: 'Eve' });
  expect(await browser().signIn(eve)).toMatchObject({ status: 422, body: { code: 'UNUSUAL_CAPITALS' } });
  expect(await server.sql`select from identities where user_id = ${kim.id}`).toHaveLength(0);
  // Nor does any other way in take it for hers.
  const typed = { email: kim.email.replace('k', '\u212A'), password: PASSWORD, name: 'Eve' };
  for (const path of ['sign-up', 'sign-in', 'forgot-password', 'resend-verification']) {
    const { status, body } = await apiClient(server.url).post(`/api/auth/${path}`, typed);
    expect([path, status, body.code]).toEqual([path, 422, 'UNUSUAL_CAPITALS']);
  }
});

test('an address that the provider did not confirm is refused alike, whether it has an account or not', async ({ open }) => {
  const { server, provider, circle, browser } = open;
  const member = await circle.signUp('Rita', { email: address('rita') });
  const waiting = address('waiting');
  await apiClient(server.url).post('/api/auth/sign-up', { email: waiting, name: 'Waiting', password: PASSWORD });
  const answers: unknown[] = [];
  for (const email of [member.email, waiting, address('nobody')]) {
    const name = uuid();
    provider.knows(name, { email, email_verified: false, name: 'Eve' });
    const { status, body } = await browser().signIn(name);
    answers.push({ status, body });
  }
  expect(answers[0]).toMatchObject({ status: 403, body: { code: 'PROVIDER_ADDRESS_UNPROVED' } });
  expect(answers.slice(1)).toEqual([answers[0], answers[0]]);
});

test('a password that a stranger typed for an unproved address opens nothing once its owner came through the provider', async ({
  open,
}) => {
  const { server, provider, browser } = open;
  const email = address('ella');
  const stranger = apiClient(server.url);
  expect((await stranger.post('/api/auth/sign-up', { email, name: 'Stranger', password: PASSWORD })).status).toBe(201);
  const sent = tokenOf(await server.mailTo(email), 'verify');
  const name = uuid();
  provider.knows(name, { email, email_verified: true, name: 'Ella' });
  const owner = browser();
  const answer = await owner.signIn(name);
  expect(answer.body.data.user).toMatchObject({ email, name: 'Ella' });

  expect((await stranger.post('/api/auth/verify', { token: sent })).status).toBe(400);
  expect((await stranger.post('/api/auth/sign-in', { email, password: PASSWORD })).status).not.toBe(200);
  const [user] = await server.sql`select password_hash from users where email = ${email}`;
  expect(user?.password_hash).toBeNull();
});

test('a code of another flow, or a used one, is worthless: the provider also asks for a secret that only its own browser has', async ({
  open,
}) => {
  const { provider, browser } = open;
  const name = uuid();
  provider.knows(name, { email: address('code'), email_verified: true, name: 'Code' });
  const [ana, ivo] = [browser(), browser()];
  const begin = async ({ client }: typeof ana): Promise<string> => (await client.get('/api/auth/google/start')).body.data.url;
  const stateOf = (url: string) => new URL(url).searchParams.get('state') ?? '';
  const query = await walkThrough(provider, await begin(ana), name);
  const withCode = (state: string): string => {
    const params = new URLSearchParams(query);
    params.set('state', state);
    return params.toString();
  };
  const refused = { status: 400, body: { code: 'PROVIDER_FAILED' } };
  expect(await ivo.client.post('/api/auth/google/callback', { query: withCode(stateOf(await begin(ivo))) })).toMatchObject(refused);
  const fresh = await walkThrough(provider, await begin(ana), name);
  expect((await ana.client.post('/api/auth/google/callback', { query: fresh })).status).toBe(200);
  const again = new URLSearchParams(fresh);
  again.set('state', stateOf(await begin(ana)));
  expect(await ana.client.post('/api/auth/google/callback', { query: again.toString() })).toMatchObject(refused);
});

test('one person who comes by several browsers at the same moment has one account', async ({ open }) => {
  const { server, provider, browser } = open;
  const [name, email] = [uuid(), address('twice')];
  provider.knows(name, { email, email_verified: true, name: 'Twice' });
  const answers = await Promise.all([1, 2, 3].map(() => browser().signIn(name)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.data.user.id)).size).toBe(1);
  expect(await server.sql`select from users where email = ${email}`).toHaveLength(1);
});

test('when sign-up takes an invitation, the provider lets in only people who have one, by their address or by link', async ({
  serverWith,
}) => {
  const { server, provider, circle, browser } = await serverWith({ SIGN_UP: 'invited' });
  const hana = await circle.signUp('Hana', { email: address('hana') });
  const invite = async (email: string) => {
    expect((await hana.client.post('/api/friends/invite', { email })).status).toBe(201);
    return tokenOf(await server.mailTo(email), 'invite');
  };
  const [one, two, three] = [uuid(), uuid(), uuid()];
  const invited = address('one');
  provider.knows(one, { email: invited, email_verified: true, name: 'One' });
  provider.knows(two, { email: address('two'), email_verified: true, name: 'Two' });
  provider.knows(three, { email: address('three'), email_verified: true, name: 'Three' });

  expect(await browser().signIn(three)).toMatchObject({ status: 403, body: { code: 'INVITATION_NEEDED' } });
  await invite(invited);
  expect((await browser().signIn(one)).status).toBe(200);
  const link = await invite(address('elsewhere'));
  const entered = await browser().signIn(two, link);
  expect(entered.status).toBe(200);
  const [row] = await server.sql`select receiver_user_id from friend_invitations where id = ${link}`;
  expect(row?.receiver_user_id).toBe(entered.body.data.user.id);
  // The link lets in one person.
  expect((await browser().signIn(three, link)).status).toBe(403);
  // A member needs no invitation.
  expect((await browser().signIn(two)).status).toBe(200);
});

test('when sign-up is closed or the disk is full, members come in and nobody new does', async ({ serverWith }) => {
  const disk = { isFull: () => true, failed: () => undefined, space: () => null, close: () => undefined };
  for (const [env, more, status] of [
    [{ SIGN_UP: 'closed' }, {}, 403],
    [{}, { disk }, 503],
  ] as const) {
    const { provider, browser, server, circle } = await serverWith(env, more);
    const [name, known] = [uuid(), uuid()];
    provider.knows(name, { email: address('new'), email_verified: true, name: 'New' });
    expect((await browser().signIn(name)).status).toBe(status);
    expect(await server.sql`select from identities where subject = ${name}`).toHaveLength(0);
    const member = await circle.signUp('Mira', { email: address('mira') });
    provider.knows(known, { email: member.email, email_verified: true });
    for (const time of [1, 2]) expect([time, (await browser().signIn(known)).status]).toEqual([time, 200]);
  }
});

test('the picture arrives after the first sign-in, which does not wait for it, and never replaces a photo that was chosen', async ({
  open,
}) => {
  const { provider, browser } = open;
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a8452b' } })
    .png()
    .toBuffer();
  const [name, email] = [uuid(), address('pia')];
  provider.knows(name, { email, email_verified: true, name: 'Pia', picture: provider.shows(`/pictures/${name}.png`, png) });
  const { client, signIn } = browser();
  expect((await signIn(name)).status).toBe(200);
  const photo = async (): Promise<string | null> => (await client.get('/api/profiles/me')).body.data.profile_image_url;
  await until(async () => (await photo()) !== null);
  const first = await photo();
  expect((await client.get(first ?? '')).headers.get('content-type')).toBe('image/webp');

  // There is a photo, so it stays. The retry fetches the picture again.
  expect((await client.post('/api/oauth/process-profile-image')).body.data).toEqual({ processed: false, profile_image_url: first });
  const again = (await client.post('/api/oauth/retry-google-profile')).body.data;
  expect(again).toEqual({ processed: true, profile_image_url: expect.stringContaining('/api/images/') });
  expect(again.profile_image_url).not.toBe(first);
  await client.delete('/api/profiles/me/image');
  expect((await client.post('/api/oauth/process-profile-image')).body.data.processed).toBe(true);
});

test('a picture on another host is not fetched, and the answer is the same as without a picture', async ({ open }) => {
  const { provider, browser, server } = open;
  const name = uuid();
  provider.knows(name, { email: address('rob'), email_verified: true, name: 'Rob', picture: 'http://169.254.169.254/latest/meta-data' });
  const { client, signIn } = browser();
  expect((await signIn(name)).status).toBe(200);
  expect((await client.post('/api/oauth/retry-google-profile')).body.data).toEqual({ processed: false, profile_image_url: null });
  expect(server.logged.some((line) => line.includes('PICTURE_'))).toBe(true);
  expect((await apiClient(server.url).post('/api/oauth/retry-google-profile')).status).toBe(401);
});

test('the log names the account, but no address, code or token', async ({ open }) => {
  const { provider, browser, server } = open;
  const [name, email] = [uuid(), address('log')];
  provider.knows(name, { email, email_verified: true, name: 'Log' });
  const { status, body } = await browser().signIn(name);
  expect(status).toBe(200);
  const lines = server.logged.filter((line) => line.includes(body.data.user.id));
  expect(lines.some((line) => line.includes('provider-signed-up'))).toBe(true);
  for (const secret of [email, name, provider.env.OIDC_CLIENT_SECRET]) expect(server.logged.join('\n')).not.toContain(secret);
});

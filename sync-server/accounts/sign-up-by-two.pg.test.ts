/**
 * Two people sign up with one address, and one of them can read its mails. Whatever the order, the account gets the password that its owner
 * typed.
 */
import { expect } from 'vitest';
import { type ApiClient, apiClient } from '../../tests/support/api-client.ts';
import { test as serverTest } from '../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../tests/support/member.ts';
import type { TestMail } from '../../tests/support/start-app.ts';

const OWNERS = 'the owner typed 1';
const STRANGERS = 'a stranger typed 2';
const CHOSEN = 'chosen by the link 3';

type Who = 'owner' | 'stranger';

interface Two {
  readonly email: string;
  /** each in their own browser, with its cookies */
  readonly owner: ApiClient;
  readonly stranger: ApiClient;
  /** `who` signs up. Returns the token of the mail that follows. */
  signUp(who: Who): Promise<string>;
  /** `who` asks for the link again. Returns the token of the mail that follows. */
  sendAgain(who: Who): Promise<string>;
}

const passwords: Record<Who, string> = { owner: OWNERS, stranger: STRANGERS };

const test = serverTest
  .extend('two', ({ server }) => (name: string): Two => {
    const email = `${name}@kith.test`;
    const browsers = { owner: apiClient(server.url), stranger: apiClient(server.url) };
    const seen = new Set<string>();
    const isNew = (mail: TestMail) => mail.links.some((link) => link.includes('verify=')) && !seen.has(tokenOf(mail, 'verify'));
    async function newToken(): Promise<string> {
      const token = tokenOf(await server.mailTo(email, isNew), 'verify');
      seen.add(token);
      return token;
    }
    return {
      email,
      ...browsers,
      async signUp(who) {
        const { status } = await browsers[who].post('/api/auth/sign-up', { email, name: who, password: passwords[who] });
        expect(status).toBe(201);
        return newToken();
      },
      async sendAgain(who) {
        expect((await browsers[who].post('/api/auth/resend-verification', { email })).status).toBe(200);
        return newToken();
      },
    };
  })
  .extend('passwordsThatFit', ({ server }) => async (email: string): Promise<string[]> => {
    const fit = [];
    for (const password of [OWNERS, STRANGERS, CHOSEN]) {
      const { status } = await apiClient(server.url).post('/api/auth/sign-in', { email, password });
      if (status === 200) fit.push(password);
    }
    return fit;
  });

const orders: readonly (readonly [name: string, first: Who, second: Who])[] = [
  ['after-a-stranger', 'stranger', 'owner'],
  ['before-a-stranger', 'owner', 'stranger'],
];

test.concurrent.for(orders)(
  '%s: the owner opens the mail of their own sign-up',
  async ([name, first, second], { two, passwordsThatFit }) => {
    const both = two(`own-${name}`);
    const tokens = { [first]: await both.signUp(first), [second]: await both.signUp(second) };
    const { status, body } = await both.owner.post('/api/auth/verify', { token: tokens.owner });
    expect(status).toBe(200);
    expect(body.data.user).toMatchObject({ email: both.email, name: 'owner' });
    expect(await passwordsThatFit(both.email)).toEqual([OWNERS]);
  },
);

test.concurrent.for(orders)('%s: the owner asks for the link again', async ([name, first, second], { two, passwordsThatFit }) => {
  const both = two(`again-${name}`);
  await both.signUp(first);
  await both.signUp(second);
  const { status, body } = await both.owner.post('/api/auth/verify', { token: await both.sendAgain('owner') });
  expect(status).toBe(200);
  expect(body.data.user.name).toBe('owner');
  expect(await passwordsThatFit(both.email)).toEqual([OWNERS]);
});

test.concurrent.for(orders)(
  '%s: the owner opens the stranger’s mail, and what the owner typed in this browser counts',
  async ([name, first, second], { server, two, passwordsThatFit }) => {
    const both = two(`others-${name}`);
    const tokens = { [first]: await both.signUp(first), [second]: await both.signUp(second) };
    // In a browser without a sign-up for this address, a password is chosen.
    expect(await apiClient(server.url).post('/api/auth/verify', { token: tokens.stranger })).toMatchObject({
      status: 403,
      body: {
        success: false,
        code: 'SIGN_UP_PASSWORD_MISSING',
        message: 'This link was opened in another browser than the one that signed up. Please choose a password.',
      },
    });
    const weak = await both.owner.post('/api/auth/verify', { token: tokens.stranger, password: 'weak' });
    expect(weak).toMatchObject({ status: 422, body: { code: 'WEAK_PASSWORD' } });
    expect(await passwordsThatFit(both.email)).toEqual([]);
    const opened = await both.owner.post('/api/auth/verify', { token: tokens.stranger });
    expect(opened).toMatchObject({ status: 200, body: { data: { user: { name: 'owner' } } } });
    expect(await passwordsThatFit(both.email)).toEqual([OWNERS]);
    // The other link is useless now.
    expect((await both.owner.post('/api/auth/verify', { token: tokens.owner })).status).toBe(400);
    expect(await passwordsThatFit(both.email)).toEqual([OWNERS]);
  },
);

test.concurrent.for(orders)(
  '%s: the stranger asks for the link again before the owner opens it',
  async ([name, first, second], { two, passwordsThatFit }) => {
    const both = two(`theirs-${name}`);
    await both.signUp(first);
    await both.signUp(second);
    const token = await both.sendAgain('stranger');
    const confirmed = await both.owner.post('/api/auth/verify', { token, password: CHOSEN, name: 'owner' });
    expect(confirmed).toMatchObject({ status: 200, body: { data: { user: { name: 'owner' } } } });
    expect(await passwordsThatFit(both.email)).toEqual([CHOSEN]);
  },
);

test.concurrent('a browser that never signed up may ask for the link again, and must choose a password', async ({
  server,
  two,
  passwordsThatFit,
}) => {
  const both = two('elsewhere');
  await both.signUp('owner');
  const elsewhere = apiClient(server.url);
  await elsewhere.post('/api/auth/resend-verification', { email: both.email });
  const first = await both.sendAgain('owner');
  expect((await elsewhere.post('/api/auth/verify', { token: first })).status).toBe(403);
  expect((await elsewhere.post('/api/auth/verify', { token: first, password: CHOSEN, session: 'token' })).status).toBe(200);
  expect(await passwordsThatFit(both.email)).toEqual([CHOSEN]);
});

test.concurrent('of two sign-ups in one browser, the last one’s password counts, by either mail', async ({ two, passwordsThatFit }) => {
  const both = two('shared');
  const strangers = await both.signUp('stranger');
  both.owner.jar.clear();
  for (const [name, value] of both.stranger.jar) both.owner.jar.set(name, value);
  await both.signUp('owner');
  expect((await both.owner.post('/api/auth/verify', { token: strangers })).status).toBe(200);
  expect(await passwordsThatFit(both.email)).toEqual([OWNERS]);
});

test.concurrent('no script reads the cookie that marks the browser of a sign-up, and no other site sends it', async ({ server }) => {
  const client = apiClient(server.url);
  const body = { email: 'cookie@kith.test', name: 'owner', password: OWNERS };
  const { headers } = await client.post('/api/auth/sign-up', body);
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie).toMatch(/^kith-sign-up=[\w-]{43};/);
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${11 * 24 * 60 * 60}`]) expect(cookie).toContain(attribute);
  const nonce = client.jar.get('kith-sign-up') ?? '';
  const [row] = await server.sql<{ nonce_hash: Buffer }[]>`select nonce_hash from sign_ups where email = ${body.email}`;
  expect(row?.nonce_hash.toString('base64url')).not.toBe(nonce);
  expect(JSON.stringify(await server.sql`select * from sign_ups where email = ${body.email}`)).not.toContain(nonce);
});

test.concurrent('both links at the same time make one account, without a deadlock', async ({ server, two }) => {
  const rounds = Array.from({ length: 6 }, async (_, round) => {
    const both = two(`at-once-${round}`);
    const owners = await both.signUp('owner');
    const strangers = await both.signUp('stranger');
    const answers = await Promise.all([
      both.owner.post('/api/auth/verify', { token: owners }),
      both.owner.post('/api/auth/verify', { token: strangers, password: CHOSEN }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await server.sql`select from users where email = ${both.email}`).toHaveLength(1);
  });
  await Promise.all(rounds);
});

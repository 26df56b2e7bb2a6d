/** Refreshes whose answers were lost: which sessions go on, and which tokens show that a session is in two places. */
import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { startFaultProxy } from '../../tests/support/fault-proxy.ts';
import { SESSION_COOKIE } from '../../tests/support/fixtures/server.ts';
import { test as sessionsTest } from '../../tests/support/fixtures/sessions.ts';
import { realmWith } from '../../tests/support/realm-with.ts';
import { createTokens, REFRESH_ATTEMPTS } from '../../workers/device/session/session.ts';
import { renewEpoch } from '../sync/epoch.ts';

const HOUR = 3600;

const test = sessionsTest
  /** Refreshes with this token. Returns the child, or null when the session is over. */
  .extend('childOf', ({ refresh }) => async (token: string): Promise<string | null> => {
    const { status, body } = await refresh(token);
    return status === 200 ? (body.data.refresh_token as string) : null;
  });

test('a lost answer is repeated within 30 seconds, and its token works', async ({ device, childOf, passSeconds }) => {
  const { token } = await device();
  const lost = await childOf(token);
  await passSeconds(20);
  expect(await childOf(token)).toBe(lost);
  expect(await childOf(lost ?? '')).not.toBeNull();
});

test('an answer that was lost an hour ago signs nobody out: the previous token brings a new one', async ({
  device,
  childOf,
  passSeconds,
}) => {
  const { client, token, access } = await device();
  const lost = await childOf(token);
  await passSeconds(HOUR);
  const child = await childOf(token);
  expect(child).not.toBeNull();
  expect(child).not.toBe(lost);
  expect(await childOf(child ?? '')).not.toBeNull();
  client.use(access);
  expect((await client.get('/api/auth/sessions')).status).toBe(200);
});

test('answers may be lost again and again; each of the later ones is repeated within 30 seconds too', async ({
  device,
  childOf,
  passSeconds,
}) => {
  const { token } = await device();
  const children: (string | null)[] = [];
  for (let times = 0; times < 5; times += 1) {
    children.push(await childOf(token));
    expect(await childOf(token)).toBe(children.at(-1));
    await passSeconds(HOUR);
  }
  expect(new Set(children).size).toBe(5);
  expect(children).not.toContain(null);
});

test('a child that was replaced ends the session, with its access tokens and the newer child', async ({
  device,
  refresh,
  childOf,
  passSeconds,
}) => {
  const { client, token } = await device();
  const first = await childOf(token);
  await passSeconds(HOUR);
  const second = (await refresh(token)).body.data;
  expect(await childOf(first ?? '')).toBeNull();
  expect(await childOf(second.refresh_token)).toBeNull();
  expect(await childOf(token)).toBeNull();
  client.use(second.access_token);
  expect((await client.get('/api/auth/sessions')).status).toBe(401);
});

test('a child that was replaced long ago ends the session too', async ({ device, childOf, passSeconds }) => {
  const { token } = await device();
  const first = await childOf(token);
  for (let times = 0; times < 2; times += 1) {
    await passSeconds(HOUR);
    await childOf(token);
  }
  const latest = await childOf(token);
  expect(await childOf(first ?? '')).toBeNull();
  expect(await childOf(latest ?? '')).toBeNull();
});

test('a parent whose child was presented ends the session, at once and later', async ({ device, childOf, passSeconds }) => {
  for (const seconds of [0, HOUR]) {
    const { token } = await device();
    const child = await childOf(token);
    const grandchild = await childOf(child ?? '');
    await passSeconds(seconds);
    expect(await childOf(token)).toBeNull();
    expect(await childOf(grandchild ?? '')).toBeNull();
  }
});

test('a thief who uses a copied token late is found out by the owner’s next refresh', async ({ device, childOf, passSeconds }) => {
  const { token: copied } = await device();
  const owners = await childOf(copied);
  await passSeconds(60);
  const thiefs = await childOf(copied);
  const thiefsNext = await childOf(thiefs ?? '');
  expect(thiefsNext).not.toBeNull();
  expect(await childOf(owners ?? '')).toBeNull();
  expect(await childOf(thiefsNext ?? '')).toBeNull();
});

test('a browser that used the access token of an answer but lost its cookie stays signed in', async ({ device, refresh, passSeconds }) => {
  const { client, token } = await device();
  client.use((await refresh(token)).body.data.access_token);
  expect((await client.get('/api/auth/sessions')).status).toBe(200);
  await passSeconds(HOUR);
  expect((await refresh(token)).status).toBe(200);
});

test('after a restore a device goes on with a token that is newer than the backup, and one token only', async ({
  db,
  device,
  childOf,
  passSeconds,
  refresh,
}) => {
  const { token, sessionId } = await device();
  const [backup] = await db.sql`select token_hash, parent_hash, parent_salt, rotated_at from sessions where id = ${sessionId}`;
  const older = await childOf(token);
  const newest = await childOf(older ?? '');
  await db.sql`update sessions set ${db.sql(backup ?? {})} where id = ${sessionId}`;
  await renewEpoch(db.database);
  const stranger = Buffer.from(newest ?? '', 'base64url').fill(1, 16, 48);
  expect((await refresh(stranger.toString('base64url'))).status).toBe(401);
  const child = await childOf(newest ?? '');
  // Another tab.
  expect(await childOf(newest ?? '')).toBe(child);
  await passSeconds(HOUR);
  const grandchild = await childOf(child ?? '');
  expect(grandchild).not.toBeNull();
  // From here on a copied token is found out as before.
  expect(await childOf(older ?? '')).toBeNull();
  expect(await childOf(grandchild ?? '')).toBeNull();
});

test('an app that is closed in a lift while it opens is still signed in an hour later', async ({ server, ana, passSeconds }) => {
  const network = await startFaultProxy(server.port);
  onTestFinished(() => network.close());
  const { jar } = ana.client;
  /** Behaves like a page in a browser, which keeps the cookie. */
  const browser: typeof fetch = async (input, init) => {
    const cookie = `${SESSION_COOKIE}=${jar.get(SESSION_COOKIE)}`;
    const response = await fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } });
    const set = /^([^=]+)=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '');
    if (set) jar.set(set[1] ?? '', set[2] ?? '');
    return response;
  };
  const openApp = () => createTokens({ userId: ana.id, realm: realmWith({ fetch: browser }), origin: `http://127.0.0.1:${network.port}` });
  const kept = jar.get(SESSION_COOKIE);

  const inTheLift = openApp();
  const lost = Promise.all(Array.from({ length: REFRESH_ATTEMPTS }, () => network.dropAnswerTo('/api/auth/refresh')));
  expect(await inTheLift.get()).toEqual({ kind: 'unreachable' });
  await lost;
  expect(jar.get(SESSION_COOKIE)).toBe(kept);
  inTheLift.close();

  await passSeconds(HOUR);
  const later = openApp();
  onTestFinished(() => later.close());
  expect((await later.get()).kind).toBe('token');
  expect(jar.get(SESSION_COOKIE)).not.toBe(kept);
});

test('a thousand refreshes by twenty tabs at once, with most answers lost, sign nobody out', async ({
  server,
  circle,
  ana,
  passSeconds,
}) => {
  const jar = new Map([[SESSION_COOKIE, (await circle.openSession(ana)).refreshToken]]);
  for (let round = 0; round < 50; round += 1) {
    const tabs = Array.from({ length: 20 }, () => apiClient(server.url, new Map(jar)));
    const answers = await Promise.all(tabs.map((tab) => tab.post('/api/auth/refresh')));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const cookies = new Set(tabs.map((tab) => tab.jar.get(SESSION_COOKIE) ?? ''));
    expect(cookies.size).toBe(1);
    // One round in five reaches the browser. Between two rounds a moment passes, or an hour.
    if (round % 5 === 4) for (const cookie of cookies) jar.set(SESSION_COOKIE, cookie);
    if (round % 3 === 1) await passSeconds(HOUR);
  }
  expect((await apiClient(server.url, jar).post('/api/auth/refresh')).status).toBe(200);
});

/** What the server must do with presented tokens, as simply as possible. Tokens are numbered in the order in which they were issued. */
class Model {
  alive = true;
  private count = 1;
  private current = 0;
  private parent: number | null = null;
  private late = false;

  wait(): void {
    this.late = true;
  }

  /** The number of the token in the answer, or null when there is none. */
  present(token: number): number | null {
    if (!this.alive) return null;
    if (token === this.parent && !this.late) return this.current;
    if (token !== this.current && token !== this.parent) {
      this.alive = false;
      return null;
    }
    this.parent = token;
    this.current = this.count;
    this.count += 1;
    this.late = false;
    return this.current;
  }
}

test('any tokens in any order: the server does what the model says', async ({ server, device, db }) => {
  // Mostly tokens that keep a session going, so that it gets old enough for others to mean something.
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ present: fc.constantFrom('newest' as const, 'one before' as const) }) },
    { weight: 2, arbitrary: fc.record({ present: fc.nat(20) }) },
    { weight: 3, arbitrary: fc.constant('wait' as const) },
  );
  const outcomes = { rotated: 0, again: 0, replaced: 0, ended: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
      const { token, sessionId } = await device();
      const known = [token];
      const model = new Model();
      for (const one of steps) {
        if (one === 'wait') {
          await db.sql`update sessions set rotated_at = rotated_at - interval '31 seconds' where id = ${sessionId}`;
          model.wait();
          continue;
        }
        const back = one.present === 'newest' ? 0 : one.present === 'one before' ? 1 : one.present;
        const nth = known.length - 1 - (back % known.length);
        const expected = model.present(nth);
        const refreshed = await server.sessions.refresh(known[nth] ?? '', { inSight: true });
        const child = refreshed.kind === 'open' ? refreshed.session.refreshToken : null;
        if (expected === null) {
          expect(child).toBeNull();
          outcomes.ended += 1;
        } else if (expected < known.length) {
          expect(child).toBe(known[expected]);
          outcomes.again += 1;
        } else {
          expect(child).not.toBeNull();
          expect(known).not.toContain(child);
          known.push(child ?? '');
          if (nth === known.length - 2) outcomes.rotated += 1;
          else outcomes.replaced += 1;
        }
        expect(await server.sessions.isLive(sessionId)).toBe(model.alive);
      }
    }),
    { numRuns: 100 },
  );
  for (const [outcome, times] of Object.entries(outcomes)) expect([outcome, times > 0]).toEqual([outcome, true]);
});

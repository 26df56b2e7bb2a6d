import { expect, onTestFinished } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { crowdOn } from '../../../tests/support/crowd.ts';
import { test } from '../../../tests/support/fixtures/sessions.ts';
import { startApp } from '../../../tests/support/start-app.ts';
import { SESSIONS_MAX } from './sessions.ts';

test('signing in answers with tokens, their member and when they expire', async ({ server, ana }) => {
  const { status, body } = await apiClient(server.url).post('/api/auth/sign-in', {
    email: ' ANA@kith.test ',
    password: ana.password,
    session: 'token',
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    data: {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_at: expect.any(Number),
      user: { id: ana.id, email: 'ana@kith.test', name: 'Ana' },
    },
  });
  const lifetime = body.data.expires_at - Date.now() / 1000;
  expect(lifetime).toBeGreaterThan(590);
  expect(lifetime).toBeLessThanOrEqual(600);
});

test('browsers receive the refresh token as a cookie that no script can read, and not in the body', async ({ server, ana }) => {
  const client = apiClient(server.url);
  const { headers, body } = await client.post('/api/auth/sign-in', { email: ana.email, password: ana.password });
  expect(body.data.refresh_token).toBeUndefined();
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie).toMatch(/^kith-session=[\w-]+;/);
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(attribute);
  expect((await client.post('/api/auth/refresh')).status).toBe(200);
});

test('over https the cookie is bound to this host and secure', async ({ db, ana }) => {
  const secure = await startApp({ on: db, env: { PUBLIC_URL: 'https://kith.example' } });
  onTestFinished(() => secure.close());
  const { headers } = await apiClient(secure.url).post('/api/auth/sign-in', { email: ana.email, password: ana.password });
  expect(headers.getSetCookie()[0]).toMatch(/^__Host-kith-session=.*Path=\/.*HttpOnly; Secure; SameSite=Strict/);
});

test('each refresh returns a new token', async ({ device, refresh }) => {
  const { token } = await device();
  const first = (await refresh(token)).body.data.refresh_token;
  const second = (await refresh(first)).body.data.refresh_token;
  expect(new Set([token, first, second]).size).toBe(3);
  expect((await refresh(second)).status).toBe(200);
});

test('a grandparent ends the session at once, with its access tokens', async ({ device, refresh }) => {
  const { client, token, access } = await device();
  const child = (await refresh(token)).body.data.refresh_token;
  const grandchild = (await refresh(child)).body.data.refresh_token;
  const refused = await refresh(token);
  expect(refused.status).toBe(401);
  expect(refused.body).toEqual({
    success: false,
    code: 'SESSION_EXPIRED',
    message: 'Your session has expired. Please log in again.',
  });
  expect((await refresh(grandchild)).status).toBe(401);
  client.use(access);
  expect((await client.get('/api/auth/sessions')).status).toBe(401);
});

test('a theft does not affect other sessions of the member', async ({ device, refresh }) => {
  const other = await device();
  const { token } = await device();
  await refresh((await refresh(token)).body.data.refresh_token);
  expect((await refresh(token)).status).toBe(401);
  expect((await refresh(other.token)).status).toBe(200);
});

test('without a token, with a forged one and with a malformed one, the answer is the 401 of the product', async ({
  server,
  ana,
  device,
}) => {
  const { access } = await device();
  const [head, , signature] = access.split('.');
  const payload = Buffer.from(JSON.stringify({ sub: ana.id, sid: ana.id, exp: 9e9, iss: 'x', aud: 'kith' })).toString('base64url');
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const token of [undefined, 'nonsense', `${head}.${payload}.${signature}`, `${unsigned}.${payload}.`, `${access}x`]) {
    const client = apiClient(server.url);
    client.use(token);
    const { status, body } = await client.get('/api/auth/sessions');
    expect(status).toBe(401);
    expect(body).toEqual({ success: false, code: 'NOT_AUTHENTICATED', message: 'You need to log in to access this feature.' });
  }
});

test('signing out ends the session for its access token and its refresh token, and may be repeated', async ({ server, ana }) => {
  const client = apiClient(server.url);
  const { body } = await client.post('/api/auth/sign-in', { email: ana.email, password: ana.password });
  const kept = client.copy();
  client.use(body.data.access_token);
  expect((await client.get('/api/auth/sessions')).status).toBe(200);
  expect((await client.post('/api/auth/sign-out')).status).toBe(200);
  expect(client.jar.size).toBe(0);
  expect((await client.get('/api/auth/sessions')).status).toBe(401);
  expect((await kept.post('/api/auth/refresh')).status).toBe(401);
  expect((await client.post('/api/auth/sign-out')).status).toBe(200);
});

test('a member sees their sessions and can end one of them; nobody can end another member’s', async ({ circle, device, refresh }) => {
  const here = await device();
  const there = await device();
  here.client.use(here.access);
  there.client.use(there.access);
  const listed = (await there.client.get('/api/auth/sessions')).body.data.items as { id: string; current: boolean }[];
  const own = listed.find((session) => session.current);
  expect(listed.filter((session) => session.current)).toHaveLength(1);
  const carl = await circle.signUp('Carl');
  expect((await carl.client.delete(`/api/auth/sessions/${own?.id}`)).status).toBe(404);
  expect((await carl.client.delete('/api/auth/sessions/none')).status).toBe(404);
  expect((await there.client.get('/api/auth/sessions')).status).toBe(200);
  expect((await here.client.delete(`/api/auth/sessions/${own?.id}`)).status).toBe(200);
  expect((await there.client.get('/api/auth/sessions')).status).toBe(401);
  expect((await refresh(there.token)).status).toBe(401);
});

test('a stream ends with its session, at once', async ({ server, device }) => {
  const { client, access } = await device();
  client.use(access);
  const response = await fetch(`${server.url}/api/sync/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json', [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) },
    body: '{}',
  });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await client.post('/api/auth/sign-out');
  // At once: this server has no beat that would find the session ended.
  while (!(await reader?.read())?.done);
});

test('signing in again in one browser leaves one session', async ({ circle }) => {
  const ben = await circle.signUp('Ben');
  const { body } = await ben.client.post('/api/auth/sign-in', { email: ben.email, password: ben.password });
  ben.client.use(body.data.access_token);
  expect((await ben.client.get('/api/auth/sessions')).body.data.items).toHaveLength(1);
});

test('the database stores no token that would open anything', async ({ db, device }) => {
  const { token } = await device();
  const secret = Buffer.from(token, 'base64url').subarray(16);
  const rows = await db.sql`select family_hash, token_hash, parent_hash, parent_salt from sessions`;
  const stored = rows.flatMap((row) => Object.values(row)).filter((value): value is Buffer => value instanceof Uint8Array);
  expect(stored.length).toBeGreaterThan(0);
  for (const part of [secret.subarray(0, 32), secret.subarray(32)]) expect(stored.some((value) => part.equals(value))).toBe(false);
});

test('a request of another site with the cookie is refused, and one of an old browser from here is not', async ({ server, ana }) => {
  const client = apiClient(server.url);
  await client.post('/api/auth/sign-in', { email: ana.email, password: ana.password });
  const foreign = await client.post('/api/auth/refresh', {}, { 'sec-fetch-site': 'cross-site', origin: server.url });
  expect(foreign.status).toBe(403);
  expect((await client.post('/api/auth/sign-out', {}, { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await client.post('/api/auth/refresh', {}, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
  expect((await client.post('/api/auth/refresh', {}, { origin: server.url })).status).toBe(200);
  expect((await client.post('/api/auth/refresh', {}, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

test('a session ends after sixty days without use', async ({ db, device, refresh }) => {
  const { token, sessionId } = await device();
  const left = async () => {
    const [row] = await db.sql<{ days: number }[]>`
      select extract(epoch from expires_at - now()) / 86400 as days from sessions where id = ${sessionId}`;
    return Math.round(Number(row?.days));
  };
  const pass = (days: number) =>
    db.sql`update sessions set expires_at = expires_at - make_interval(days => ${days}) where id = ${sessionId}`;
  expect(await left()).toBe(60);
  await pass(59);
  const used = await refresh(token);
  expect([used.status, await left()]).toEqual([200, 60]);
  await pass(60);
  expect(await refresh(used.body.data.refresh_token)).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
});

test('a refresh while nobody looks renews the tokens, and does not count as use of the session', async ({ db, device, refresh }) => {
  const { client, token, access, sessionId } = await device();
  const times = async () => (await db.sql`select last_used_at, expires_at from sessions where id = ${sessionId}`)[0];
  await db.sql`
    update sessions set last_used_at = now() - interval '20 days', expires_at = now() + interval '40 days' where id = ${sessionId}`;
  const before = await times();
  const unseen = await refresh(token, { in_sight: false });
  expect(unseen.status).toBe(200);
  expect(await times()).toEqual(before);
  client.use(access);
  const { items } = (await client.get('/api/auth/sessions')).body.data;
  expect(items.find(({ current }: { current: boolean }) => current).last_used_at).toBe(before?.last_used_at.toISOString());

  const seen = await refresh(unseen.body.data.refresh_token, { in_sight: true });
  expect(seen.status).toBe(200);
  const after = await times();
  expect(after?.last_used_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(after?.expires_at.getTime()).toBeGreaterThan(Date.now() + 59 * 24 * 60 * 60 * 1000);
});

test('a session that is only refreshed while nobody looks ends after its 60 days', async ({ db, device, refresh }) => {
  const { token, sessionId } = await device();
  let current = token;
  for (let day = 0; day < 60; day += 20) {
    await db.sql`update sessions set expires_at = expires_at - interval '20 days' where id = ${sessionId}`;
    const { status, body } = await refresh(current, { in_sight: false });
    expect(status).toBe(day < 40 ? 200 : 401);
    current = body.data?.refresh_token;
  }
});

test('a session ends a year after signing in, however much it is used', async ({ db, device, refresh }) => {
  const { client, token, access, sessionId } = await device();
  const begin = (ago: string) => db.sql`update sessions set created_at = now() - ${ago}::interval where id = ${sessionId}`;
  await begin('360 days');
  const used = await refresh(token);
  expect(used.status).toBe(200);
  const [row] = await db.sql<{ days: number }[]>`
    select extract(epoch from expires_at - now()) / 86400 as days from sessions where id = ${sessionId}`;
  expect(Math.round(Number(row?.days))).toBe(5);
  client.use(access);
  expect((await client.get('/api/auth/sessions')).status).toBe(200);

  await begin('364 days 23 hours 59 minutes 59 seconds');
  const last = await refresh(used.body.data.refresh_token);
  expect(last.status).toBe(200);
  await db.sql`update sessions set expires_at = expires_at - interval '1 second' where id = ${sessionId}`;
  expect((await client.get('/api/auth/sessions')).status).toBe(401);
  expect(await refresh(last.body.data.refresh_token)).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
});

test('the 101st session ends the one that was used longest ago, also when several begin at the same moment', async ({
  db,
  server,
  circle,
}) => {
  const dora = await circle.signUp('Dora');
  const open = async (): Promise<string[]> =>
    (await db.sql<{ id: string }[]>`select id from sessions where user_id = ${dora.id} order by last_used_at, id`).map(({ id }) => id);
  await crowdOn(server).sessions(dora.id, SESSIONS_MAX - 1);
  const first = await open();
  expect(first).toHaveLength(SESSIONS_MAX);
  const { sessionId } = await circle.openSession(dora);
  expect(await open()).toEqual([...first.slice(1), sessionId]);
  await Promise.all(Array.from({ length: 6 }, () => circle.openSession(dora)));
  const now = await open();
  expect(now).toHaveLength(SESSIONS_MAX);
  expect(now.slice(0, -6)).toEqual([...first, sessionId].slice(7));
  // The session that was used last is still open.
  expect((await dora.client.get('/api/auth/sessions')).body.data.items).toHaveLength(SESSIONS_MAX);
});

test('one request ends all other sessions', async ({ server, circle, device, ana }) => {
  const [here, there, third] = [await device(), await device(), await device()];
  for (const each of [here, there, third]) each.client.use(each.access);
  const eve = await circle.signUp('Eve');
  expect((await here.client.delete('/api/auth/sessions')).status).toBe(200);
  expect((await here.client.get('/api/auth/sessions')).body.data.items).toMatchObject([{ id: here.sessionId, current: true }]);
  for (const each of [there, third]) expect((await each.client.get('/api/auth/sessions')).status).toBe(401);
  expect(await server.sql`select from sessions where user_id = ${ana.id}`).toHaveLength(1);
  expect((await eve.client.get('/api/auth/sessions')).status).toBe(200);
  // Nothing is left to end.
  expect((await here.client.delete('/api/auth/sessions')).status).toBe(200);
});

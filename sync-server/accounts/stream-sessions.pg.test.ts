import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { type ApiClient, apiClient } from '../../tests/support/api-client.ts';
import { type Member, newMember, PASSWORD, tokenOf } from '../../tests/support/member.ts';
import { type StartedApp, startApp } from '../../tests/support/start-app.ts';
import { openStream } from '../../tests/support/sync-client.ts';
import { until } from '../../tests/support/until.ts';

/** What becomes of a stream that is open when its token or its session ends. */
let app: StartedApp;
let ana: Member;
const open: { close(): void }[] = [];
beforeAll(async () => {
  app = await startApp();
  ana = await newMember(app, 'Ana');
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => app.close());

async function signIn(): Promise<{ client: ApiClient; access: string; session: string }> {
  const client = apiClient(app.url);
  const { body } = await client.post('/api/auth/sign-in', { email: ana.email, password: PASSWORD, session: 'token' });
  const access = body.data.access_token as string;
  client.use(access);
  const [current] = (await client.get('/api/auth/sessions')).body.data.items.filter((one: { current: boolean }) => one.current);
  return { client, access, session: current.id };
}

/** The server's own signature on a token that runs out in a moment. */
async function briefToken(session: string, seconds: number): Promise<string> {
  const [key] = await app.sql<{ id: string; private_key: string }[]>`
    select id, private_key from signing_keys order by created_at desc limit 1`;
  return new SignJWT({ sid: session })
    .setProtectedHeader({ alg: 'EdDSA', kid: key?.id ?? '' })
    .setSubject(ana.id)
    .setIssuer(app.config.publicUrl)
    .setAudience('kith')
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(createPrivateKey(key?.private_key ?? ''));
}

async function streamWith(token: string) {
  const stream = await openStream(`${app.url}/api/sync/stream`, {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
  });
  open.push(stream);
  if (stream.response.statusCode === 200) await stream.until(() => stream.named('open').length === 1);
  return stream;
}

async function post(content: string): Promise<string> {
  const answer = await ana.client.post('/api/posts', { content, visibility_type: 'friends' });
  return answer.body.data.id;
}

test('a stream outlives the token that opened it, which opens no other, and ends when its session runs out', async () => {
  const { client, session } = await signIn();
  const token = await briefToken(session, 2);
  const stream = await streamWith(token);
  client.use(token);
  await until(async () => (await client.get('/api/auth/sessions')).status === 401);
  expect((await streamWith(token)).response.statusCode).toBe(401);
  const written = await post('after the token');
  await stream.until(() => JSON.stringify(stream.frames()).includes(written));
  expect(stream.ended()).toBe(false);

  await app.sql`update sessions set expires_at = now() where id = ${session}`;
  await stream.until(() => stream.ended());
  expect(stream.named('reconnect')).toEqual([]);
});

test('a new password ends the streams of every session, at once', async () => {
  const [one, other] = [await signIn(), await signIn()];
  const streams = [await streamWith(one.access), await streamWith(other.access)];
  await apiClient(app.url).post('/api/auth/forgot-password', { email: ana.email });
  const mail = await app.mailTo(ana.email, ({ links }) => links.some((link) => link.includes('reset-password')));
  const asked = performance.now();
  const reset = await apiClient(app.url).post('/api/auth/reset-password', { token: tokenOf(mail, 'token'), password: PASSWORD });
  expect(reset.status).toBe(200);
  await until(() => streams.every((stream) => stream.ended()));
  expect(performance.now() - asked).toBeLessThan(3_500);
  expect((await streamWith(one.access)).response.statusCode).toBe(401);
});

test('what is written after a session ended never reaches its stream', async () => {
  const { client, access, session } = await signIn();
  const stream = await streamWith(access);
  ana.client.use((await signIn()).access);
  expect((await ana.client.delete(`/api/auth/sessions/${session}`)).status).toBe(200);
  const written = await post('not for that device');
  await stream.until(() => stream.ended());
  expect(JSON.stringify(stream.events)).not.toContain(written);
  expect((await client.get('/api/posts')).status).toBe(401);
});

import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { type ApiClient, apiClient } from '../../tests/support/api-client.ts';
import { PASSWORD } from '../../tests/support/circle.ts';
import { test as serverTest } from '../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../tests/support/member.ts';
import { type AppOptions, startApp } from '../../tests/support/start-app.ts';
import { type OpenStream, openStream } from '../../tests/support/sync-client.ts';
import { until } from '../../tests/support/until.ts';

/** What happens to an open stream when its token or its session ends. */
const test = serverTest
  // A test that needs the beat waits only a moment. A test that must not need it uses a server without beats (`withoutBeats`).
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { beatMs: 200 } }))
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  /** Signs Ana in on another device. */
  .extend('signIn', ({ server, circle, ana }) => async (): Promise<{ client: ApiClient; access: string; session: string }> => {
    const { accessToken: access, sessionId: session } = await circle.openSession(ana);
    const client = apiClient(server.url);
    client.use(access);
    return { client, access, session };
  })
  /** The same server in another process, with at most one beat during a test run. */
  .extend('withoutBeats', { scope: 'file' }, async ({ db, server }, { onCleanup }) => {
    const other = await startApp({ on: db, env: { PUBLIC_URL: server.url }, streamTiming: { beatMs: 3_600_000 } });
    onCleanup(() => other.close());
    return other;
  })
  /** Opens a stream with this token, if the token allows it. It is closed after the test. */
  .extend('streamWith', async ({ server }, { onCleanup }) => {
    const streams: OpenStream[] = [];
    onCleanup(() => {
      for (const stream of streams) stream.close();
    });
    return async (token: string, { url } = server): Promise<OpenStream> => {
      const stream = await openStream(`${url}/api/sync/stream`, {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
      });
      streams.push(stream);
      if (stream.response.statusCode === 200) await stream.until(() => stream.named('open').length === 1);
      return stream;
    };
  })
  /** A token of Ana's with the server's own signature, which expires in a moment. */
  .extend('briefToken', ({ server, ana }) => async (session: string, seconds: number): Promise<string> => {
    const [key] = await server.sql<{ id: string; private_key: string }[]>`
      select id, private_key from signing_keys order by created_at desc limit 1`;
    return new SignJWT({ sid: session })
      .setProtectedHeader({ alg: 'EdDSA', kid: key?.id ?? '' })
      .setSubject(ana.id)
      .setIssuer(server.config.publicUrl)
      .setAudience('kith')
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(createPrivateKey(key?.private_key ?? ''));
  });

test('a stream outlives the token that opened it, which opens no other, and ends when its session expires', async ({
  db,
  circle,
  ana,
  signIn,
  briefToken,
  streamWith,
}) => {
  const { client, session } = await signIn();
  const token = await briefToken(session, 3);
  const stream = await streamWith(token);
  client.use(token);
  await until(async () => (await client.get('/api/auth/sessions')).status === 401);
  expect((await streamWith(token)).response.statusCode).toBe(401);
  const written = await circle.post(ana);
  await stream.until(() => JSON.stringify(stream.frames()).includes(written));
  expect(stream.ended()).toBe(false);

  await db.sql`update sessions set expires_at = now() where id = ${session}`;
  await stream.until(() => stream.ended());
  expect(stream.named('reconnect')).toEqual([]);
});

test('a new password ends the streams of every session at once', async ({ withoutBeats, ana, signIn, streamWith }) => {
  const [one, other] = [await signIn(), await signIn()];
  const streams = [await streamWith(one.access, withoutBeats), await streamWith(other.access, withoutBeats)];
  await apiClient(withoutBeats.url).post('/api/auth/forgot-password', { email: ana.email });
  const mail = await withoutBeats.mailTo(ana.email, ({ links }) => links.some((link) => link.includes('reset-password')));
  const reset = await apiClient(withoutBeats.url).post('/api/auth/reset-password', { token: tokenOf(mail, 'token'), password: PASSWORD });
  expect(reset.status).toBe(200);
  await until(() => streams.every((stream) => stream.ended()));
  expect((await streamWith(one.access)).response.statusCode).toBe(401);
});

test('what is written after a session ended never reaches its stream', async ({ circle, ana, signIn, streamWith }) => {
  const { client, access, session } = await signIn();
  const stream = await streamWith(access);
  ana.client.use((await signIn()).access);
  expect((await ana.client.delete(`/api/auth/sessions/${session}`)).status).toBe(200);
  const written = await circle.post(ana);
  await stream.until(() => stream.ended());
  expect(JSON.stringify(stream.events)).not.toContain(written);
  expect((await client.get('/api/posts')).status).toBe(401);
});

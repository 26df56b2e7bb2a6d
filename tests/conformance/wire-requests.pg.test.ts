/** Tokens with wrong signatures or claims, and paths and queries that lead nowhere. */
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { expectAnswered, test } from './wire-world.ts';

test('only a token that this server signed for a live session opens anything', async ({ server, wire }) => {
  const [row] = await server.sql<
    { id: string; private_key: string; public_key: string }[]
  >`select id, private_key, public_key from signing_keys`;
  if (!row) throw new Error('no signing key');
  const [session] = await server.sql<{ id: string }[]>`select id from sessions where user_id = ${wire.mal.id}`;
  const key = createPrivateKey(row.private_key);
  const foreign = generateKeyPairSync('ed25519').privateKey;
  const issuer = server.config.publicUrl;
  const now = Math.floor(Date.now() / 1000);
  interface Claims {
    readonly sub?: unknown;
    readonly sid?: unknown;
    readonly iss?: string;
    readonly aud?: string;
    readonly exp?: number | undefined;
    readonly nbf?: number;
  }
  const good: Claims = { sub: wire.mal.id, sid: session?.id ?? '', iss: issuer, aud: 'kith', exp: now + 600 };
  const sign = (claims: Claims, signer = key, header: object = {}) =>
    new SignJWT({ ...good, ...claims } as Record<string, unknown>)
      .setProtectedHeader({ alg: 'EdDSA', kid: row.id, ...header })
      .sign(signer);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const hmac = (given: string) => {
    const body = `${encode({ alg: 'HS256', kid: row.id })}.${encode(good)}`;
    return `${body}.${createHmac('sha256', given).update(body).digest('base64url')}`;
  };
  const ask = async (auth: string | null) => (await wire.send('/api/posts', { method: 'GET', auth })).status;
  // The valid token, so that every other one is refused for its fault alone.
  expect(await ask(`Bearer ${await sign({})}`)).toBe(200);

  const wrong: Record<string, string> = {
    'a session that is no id': await sign({ sid: 'not-a-uuid' }),
    'a session with a quote': await sign({ sid: "'; --" }),
    'a session that is a list': await sign({ sid: [session?.id] }),
    'a session that is not': await sign({ sid: uuid() }),
    'no session': await sign({ sid: undefined }),
    nobody: await sign({ sub: undefined }),
    'somebody without an id': await sign({ sub: 'mal' }),
    'of yesterday': await sign({ exp: now - 86_400 }),
    'of a second ago': await sign({ exp: now - 1 }),
    'that never ends': await sign({ exp: undefined }),
    'of tomorrow': await sign({ nbf: now + 86_400 }),
    'of another server': await sign({ iss: 'https://other.example' }),
    'for another server': await sign({ aud: 'other' }),
    'of another key': await sign({}, foreign),
    'of a key that is not': await sign({}, foreign, { kid: uuid() }),
    'of a key with a strange name': await sign({}, foreign, { kid: '__proto__' }),
    'that brings its own key': await sign({}, foreign, { jwk: createPublicKey(foreign).export({ format: 'jwk' }) }),
    'of no key': await sign({}, key, { kid: undefined }),
    'signed by nobody': `${encode({ alg: 'none', kid: row.id })}.${encode(good)}.`,
    'signed with the public key': hmac(row.public_key),
    'signed with nothing': hmac(''),
    'with a number for a key': `${encode({ alg: 'EdDSA', kid: 7 })}.${encode(good)}.AAAA`,
    'with another payload': (await sign({})).replace(/\.[^.]+\./, `.${encode({ ...good, sub: wire.dora.id })}.`),
    'with the signature of another': `${(await sign({})).replace(/[^.]+$/, '')}${(await sign({ exp: now + 601 })).replace(/^.*\./, '')}`,
    'cut off': (await sign({})).slice(0, -4),
    'of no parts': 'x',
    'of two parts': 'x.y',
    'of empty parts': '..',
    'of five parts': 'a.b.c.d.e',
    'of a null header': `${encode(null)}.${encode(good)}.AAAA`,
    'of a list': `${encode([])}.${encode([])}.AAAA`,
    'very long': 'x'.repeat(10_000),
  };
  await wire.withoutEffect(async () => {
    expect(Object.keys(wrong).length).toBeGreaterThanOrEqual(25);
    for (const [name, one] of Object.entries(wrong)) {
      const auth = `Bearer ${one}`;
      expect([name, await ask(auth)]).toEqual([name, 401]);
      // Pushes check the session themselves, together with the write.
      expect([name, (await wire.send('/api/sync/push', { body: '{"changes":[]}', auth })).status]).toEqual([name, 401]);
    }
    for (const auth of [
      null,
      'Bearer',
      'Bearer ',
      wire.token,
      `Basic ${wire.token}`,
      `bearer  ${wire.token}`,
      `Bearer ${wire.token} x`,
      'Bearer é',
    ]) {
      expect([auth, await ask(auth)]).toEqual([auth, 401]);
    }
    for (const path of ['pull', 'push', 'stream']) {
      expect((await wire.send(`/api/sync/${path}`, { body: '{}', auth: `Bearer ${wrong['a session that is no id']}` })).status).toBe(401);
    }
  });
});

test('invalid ids, numbers and names are not found, or refused', async ({ wire }) => {
  await wire.withoutEffect(async () => {
    const ids = [
      'x',
      '%00',
      '%E0%A4%A',
      '%ff',
      '..%2f..',
      "'",
      '%20',
      uuid().slice(1),
      `${uuid()}x`,
      '0',
      'null',
      '__proto__',
      'x'.repeat(4000),
      '%ed%a0%80',
    ];
    for (const id of ids) {
      for (const [method, path] of [
        ['GET', `/api/posts/${id}`],
        ['DELETE', `/api/posts/${id}`],
        ['GET', `/api/posts/${id}/comments`],
        ['DELETE', `/api/posts/${wire.post}/comments/${id}`],
        ['GET', `/api/posts/${id}/audience`],
        ['GET', `/api/friends/${id}/detail`],
        ['DELETE', `/api/friends/${id}/unfriend`],
        ['POST', `/api/friends/invite-by-id/${id}`],
        ['POST', `/api/friends/invitations/${id}/cancel`],
        ['GET', `/api/profiles/${id}`],
        ['PUT', `/api/notifications/${id}/read`],
        ['DELETE', `/api/auth/sessions/${id}`],
        ['GET', `/api/posts/reactions?target_type=post&target_ids=${id}`],
        ['GET', `/api/extended-friends/connection-path?to_user_id=${id}&op_user_id=${id}`],
      ] as const) {
        const answer = await wire.send(path, { method });
        expect([`${method} ${path}`, answer.status >= 400 && answer.status < 500, answer.status]).toEqual([
          `${method} ${path}`,
          true,
          answer.status,
        ]);
      }
    }
    for (const query of [
      'limit=-1',
      'limit=1e9',
      'limit=1.5',
      'limit=',
      'limit=9999999999999999999',
      'limit[]=1',
      'before=,',
      'before=x,y',
      'before=%00',
    ]) {
      expectAnswered(query, await wire.send(`/api/posts?${query}`, { method: 'GET' }));
    }
    for (const before of ['0000-00-00T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2026-02-30T00:00:00.000Z', '0001-01-01T00:00:00.000Z']) {
      expectAnswered(before, await wire.send(`/api/posts?before=${before},${uuid()}`, { method: 'GET' }));
    }
    for (const range of [
      'items=0-',
      'items=5-1',
      'items=-1-2',
      'items=0-999999',
      'items=999999-999999',
      'bytes=0-1',
      'items=0-1,3-4',
      'x',
    ]) {
      expectAnswered(range, await wire.send('/api/posts', { method: 'GET', headers: { range } }));
    }
    for (const key of ['', ' ', 'x'.repeat(201), 'é', "'; --"]) {
      expectAnswered(key, await wire.send(`/api/posts/${uuid()}`, { method: 'DELETE', headers: { 'idempotency-key': key } }));
    }
    for (const method of ['PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND']) {
      for (const path of ['/api/posts', '/api/sync/pull', '/api/friends', '/api', '/api/', '/api//posts', '/api/nothing']) {
        expectAnswered(`${method} ${path}`, await wire.send(path, { method }));
      }
    }
  });
});

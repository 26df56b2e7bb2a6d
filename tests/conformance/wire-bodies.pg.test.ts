/** Bodies that are not JSON, nested, huge or broken off, and texts that no database stores. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { collectionNames } from '../../schemas/protocol/collections.ts';
import { MAX_BODY_BYTES } from '../../schemas/protocol/sync-limits.ts';
import { PROTOCOL_HEADER } from '../../schemas/protocol/version.ts';
import { expectRefused, test, type WireRequest } from './wire-world.ts';

const paths = [
  '/api/sync/pull',
  '/api/sync/push',
  '/api/posts',
  '/api/posts/reactions',
  '/api/friends/invite',
  '/api/rpc/get_user_friends_list',
  '/api/auth/sign-in',
  '/api/auth/sign-up',
  '/api/auth/verify',
  '/api/auth/reset-password',
];

describe('bodies', () => {
  const bytes = (...values: number[]) => new Uint8Array(values);
  const bodies: Record<string, WireRequest['body']> = {
    nothing: '',
    blank: ' \n ',
    null: 'null',
    list: '[]',
    text: '"x"',
    number: '1',
    'half an object': '{',
    'no value': '{"content":}',
    'two objects': '{}{}',
    'single quotes': "{'content':'x'}",
    'a comment': '{/* */}',
    'a byte order mark': '\ufeff{',
    'raw NUL': bytes(0x7b, 0x00, 0x7d),
    'no UTF-8': bytes(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d),
    'deep lists': `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
    'deep objects': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    'deep and cut off': '['.repeat(900_000),
    'a deep field': `{"changes":${'['.repeat(200_000)}${']'.repeat(200_000)},"content":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    'prototype keys': '{"__proto__":{"content":"x","visibility_type":"friends"},"constructor":{"prototype":{"is_admin":true}}}',
    'a long number': `{"limit":${'9'.repeat(100_000)}}`,
    'as a form': 'content=x&visibility_type=friends',
    'too much': `{"content":"${'x'.repeat(MAX_BODY_BYTES)}"}`,
  };

  test.for(Object.entries(bodies))('%s', async ([name, body], { wire }) => {
    await wire.withoutEffect(async () => {
      for (const path of paths) {
        const answer = await wire.send(path, { body });
        // A pull of nothing is a valid pull.
        expectRefused(`${path} ${name}`, answer);
        if (name === 'too much') expect([path, answer.status]).toEqual([path, 413]);
      }
    });
  });

  test('a body without a declared length is cut off where it is too large', async ({ wire }) => {
    await wire.withoutEffect(async () => {
      for (const path of paths) {
        let sent = 0;
        const body = new ReadableStream({
          pull(controller) {
            sent += 65_536;
            // Ten times the limit: a server that reads all of it fills its memory.
            if (sent > 10 * MAX_BODY_BYTES) controller.close();
            else controller.enqueue(new Uint8Array(65_536).fill(0x20));
          },
        });
        // The server may close the connection while the client is still writing.
        const answer = await wire.send(path, { body }).catch((error: Error) => ({ error }));
        if ('status' in answer) expect([path, answer.status]).toEqual([path, 413]);
      }
    });
  });

  test('other types and encodings than JSON bypass nothing', async ({ wire }) => {
    await wire.withoutEffect(async () => {
      for (const type of [
        'text/plain',
        'application/xml',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        'x',
        '',
      ]) {
        expectRefused(type, await wire.send('/api/posts', { body: '<post/>', headers: { 'content-type': type } }));
      }
      for (const encoding of ['gzip', 'br', 'x', 'deflate, gzip']) {
        expectRefused(encoding, await wire.send('/api/posts', { body: '\x1f\x8b\x08garbage', headers: { 'content-encoding': encoding } }));
      }
    });
  });

  test('of a repeated key the last value counts, everywhere', async ({ wire }) => {
    const id = uuid();
    const body = `{"id":"${wire.secret}","id":"${id}","content":"first","content":"last","visibility_type":"public","visibility_type":"private"}`;
    const answer = JSON.parse((await wire.send('/api/posts', { body })).text);
    expect(answer.data).toMatchObject({ id, content: 'last', visibility_type: 'private' });
  });

  test('a request that breaks off does not stop the server', async ({ server, wire }) => {
    await wire.withoutEffect(async () => {
      const { hostname, port } = new URL(server.url);
      for (const head of [
        'POST /api/posts HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"con',
        'POST /api/sync/push HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nffff\r\n{',
        'POST /api/posts HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
        'POST /api/posts HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n{}',
        'GET /api/posts HTTP/9.9\r\n\r\n',
        '\0\0\0\0',
      ]) {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(head.replace('host: x', `host: x\r\nauthorization: Bearer ${wire.token}\r\n${PROTOCOL_HEADER}: 1`));
        socket.end();
        socket.resume();
        await once(socket, 'close');
      }
      expect((await wire.send('/api/health', { method: 'GET' })).status).toBe(200);
    });
  });
});

describe('what is nested deep', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const deepObject = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;

  test('in a push is invalid, and the other changes are carried out', async ({ wire }) => {
    const post = () => ({
      id: uuid(),
      write_id: uuid(),
      author_id: wire.mal.id,
      content: 'good',
      photos: [],
      visibility_type: 'private',
      specific_user_ids: [],
    });
    const change = (document: object, extra = '') =>
      `{"collection":"posts","assumed":[],"document":${JSON.stringify(document).replace(/}$/, `${extra}}`)}}`;
    const [first, last] = [post(), post()];
    const bad = [
      change(post(), `,"note":${deep}`),
      change(post(), `,"note":${deepObject}`),
      change(post(), `,"content":${deep}`),
      change(post(), `,"write_id":${deepObject}`),
      change(post()).replace('"assumed":[]', `"assumed":${deep}`),
      change(post()).replace('"posts"', deepObject),
    ];
    const answer = await wire.send('/api/sync/push', { body: `{"changes":[${[change(first), ...bad, change(last)].join(',')}]}` });
    expect(answer.status).toBe(200);
    const answers = JSON.parse(answer.text).answers as { id: string; code: string | null }[];
    expect(answers.map(({ code }) => code)).toEqual([null, ...bad.map(() => 'INVALID'), null]);
    expect([answers[0]?.id, answers.at(-1)?.id]).toEqual([first.id, last.id]);
  });

  test('in the body of any route is no error of the server, and a refusal where the body is read', async ({ server, circle, wire }) => {
    const writing = server.routes.filter(
      ({ method, path }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && !path.includes('*') && !path.endsWith('/stream'),
    );
    expect(writing.length).toBeGreaterThan(50);
    const somebody = await circle.signUp('Somebody');
    for (const { method, path } of writing) {
      // Some routes end the session that asks.
      const { accessToken } = await circle.openSession(somebody);
      for (const body of [`{"content":"x","name":"x","note":${deep}}`, `{"changes":${deepObject},"id":${deep}}`]) {
        const answer = await wire.send(path.replaceAll(/:\w+/g, uuid()), { method, body, auth: `Bearer ${accessToken}` });
        expect([method, path, answer.status < 500, answer.status]).toEqual([method, path, true, answer.status]);
      }
    }
    const body = `{"content":"x","visibility_type":"friends","note":${deep}}`;
    expect((await wire.send('/api/posts', { body })).status).toBe(422);
    expect((await wire.send(`/api/posts/${wire.post}`, { method: 'PUT', body: body.replace(deep, deepObject) })).status).toBe(422);
  });
});

describe('texts that no database stores', () => {
  const texts = ['nul \\u0000', 'half \\ud83d', '\\udc4d half', 'turned \\udc4d\\ud83d'];
  test.for(texts)('%s', async (text, { wire }) => {
    await wire.withoutEffect(async () => {
      const requests: [string, string, string][] = [
        ['POST', '/api/posts', `{"content":"${text}","visibility_type":"friends"}`],
        ['PUT', `/api/posts/${wire.post}`, `{"content":"${text}","visibility_type":"friends"}`],
        ['POST', `/api/posts/${wire.post}/comments`, `{"content":"${text}"}`],
        ['PUT', '/api/profiles/me', `{"bio":"${text}"}`],
        ['PUT', '/api/profiles/me', `{"name":"${text}"}`],
        ['POST', '/api/groups', `{"name":"walks","emoji":"${text}"}`],
        ['PUT', '/api/profiles/me', `{"interests":["${text}"]}`],
        ['POST', '/api/friends/invite', `{"email":"${text}@kith.test"}`],
        ['POST', '/api/posts/reactions', `{"emoji_code":"${text}","target_type":"post","target_id":"${wire.post}"}`],
        ['POST', '/api/auth/sign-up', `{"email":"new@kith.test","password":"correct horse 7","name":"${text}"}`],
        ['POST', '/api/auth/sign-up', `{"email":"new@kith.test","password":"correct horse 7 ${text}","name":"New"}`],
        ['POST', '/api/auth/sign-in', `{"email":"${wire.mal.email}","password":"${text}"}`],
        ['POST', '/api/auth/verify', `{"token":"${text}"}`],
        ['POST', '/api/auth/reset-password', `{"token":"${text}","password":"correct horse 7"}`],
      ];
      for (const [method, path, body] of requests) expectRefused(`${method} ${path} ${body}`, await wire.send(path, { method, body }));
      for (const collection of collectionNames) {
        const document = `{"id":"${uuid()}","write_id":"${uuid()}","author_id":"${wire.mal.id}","content":"${text}","visibility_type":"friends","specific_user_ids":[]}`;
        const answer = await wire.send('/api/sync/push', {
          body: `{"changes":[{"collection":"${collection}","assumed":[],"document":${document}}]}`,
        });
        expect([collection, JSON.parse(answer.text).answers]).toEqual([
          collection,
          [{ id: expect.any(String), code: 'INVALID', document: null }],
        ]);
        const check = `{"epoch":"${text}","collections":{},"check":{"${collection}":["${text}"]}}`;
        expect((await wire.send('/api/sync/pull', { body: check })).status).toBe(200);
      }
    });
  });
});

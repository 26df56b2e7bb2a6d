import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSyncServer } from '../../workers/replication/server.ts';

/** What the worker makes of each way in which a server, or something before it, may answer. */
let answer: (response: ServerResponse, attempt: number) => void = () => {};
let attempts = 0;
const tokensSent: (string | undefined)[] = [];
const http = createServer((request, response) => {
  attempts += 1;
  tokensSent.push(request.headers.authorization);
  request.resume();
  request.on('end', () => answer(response, attempts));
});
let origin = '';
beforeAll(async () => {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
beforeEach(() => {
  attempts = 0;
  tokensSent.length = 0;
});
afterAll(() => {
  http.close();
  http.closeAllConnections();
});

const push = (renewed: 'token' | 'expired' | 'unreachable' = 'token') =>
  createSyncServer({
    origin,
    tokens: {
      get: async () => ({ kind: 'token', token: 'first' }),
      renew: async () => (renewed === 'token' ? { kind: 'token', token: 'second' } : { kind: renewed }),
    },
  }).push({ changes: [] }, new AbortController().signal);
const status =
  (code: number, headers: Record<string, string> = {}, body = '{}') =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end(body);

test.each([
  [429, { 'retry-after': '7' }, { kind: 'lost', retryAfterMs: 7000 }],
  [503, { 'retry-after': '2' }, { kind: 'lost', retryAfterMs: 2000 }],
  [502, {}, { kind: 'lost', retryAfterMs: 0 }],
  [426, {}, { kind: 'update-required' }],
  [413, {}, { kind: 'rejected', status: 413 }],
] as const)('%i speaks of the connection or of the request, never of a write', async (code, headers, expected) => {
  answer = status(code, headers);
  expect(await push()).toEqual(expected);
});

test('a token that is no longer good is renewed once, and the request sent again with the new one', async () => {
  answer = (response, attempt) => (attempt === 1 ? status(401)(response) : status(200, {}, '{"answers":[]}')(response));
  expect(await push()).toEqual({ kind: 'done', body: { answers: [] } });
  expect(tokensSent).toEqual(['Bearer first', 'Bearer second']);
});

test('a server that takes no token at all is tried again later, not for ever at once', async () => {
  answer = status(401);
  expect((await push()).kind).toBe('lost');
  expect(attempts).toBe(2);
});

test('only the explicit end of a session ends it: one that cannot be renewed for lack of a connection goes on', async () => {
  answer = status(401);
  expect((await push('expired')).kind).toBe('expired');
  expect((await push('unreachable')).kind).toBe('lost');
});

test.each([
  [
    'breaks off',
    (response: ServerResponse) => void response.writeHead(200, { 'content-length': '100' }).write('{"answers"', () => response.destroy()),
  ],
  ['is a page of something between', status(200, {}, '<html>Sign in to the hotel</html>')],
  ['has another shape', status(200, {}, '{"answers":[{"id":1}]}')],
])('an answer that %s is lost', async (_, how) => {
  answer = how;
  expect((await push()).kind).toBe('lost');
});

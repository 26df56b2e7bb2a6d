/** How the worker classifies each way in which a server, or something in front of it, may answer. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect, onTestFinished } from 'vitest';
import { createServerClock } from '../../workers/device/server-clock.ts';
import { createTokens } from '../../workers/device/session/session.ts';
import { openSessionChannel } from '../../workers/device/session/session-channel.ts';
import type { SessionEvent } from '../../workers/device/session/session-event.ts';
import { createSyncServer } from '../../workers/replication/server.ts';

type Answer = (response: ServerResponse, attempt: number) => void;

const test = base
  /** A server whose answers the test sets. */
  .extend('http', async ({ task: _ }, { onCleanup }) => {
    const state = { answer: (() => undefined) as Answer, tokensSent: [] as (string | undefined)[] };
    const server = createServer((request, response) => {
      state.tokensSent.push(request.headers.authorization);
      const attempt = state.tokensSent.length;
      request.resume();
      request.on('end', () => state.answer(response, attempt));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onCleanup(() => {
      server.close();
      server.closeAllConnections();
    });
    return Object.assign(state, { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  })
  /** Sends a push to it; `renewed` is the result of requesting another token. */
  .extend(
    'push',
    ({ http }) =>
      (renewed: 'token' | 'expired' | 'unreachable' = 'token') =>
        createSyncServer({
          origin: http.origin,
          tokens: {
            get: async () => ({ kind: 'token', token: 'first' }),
            renew: async () => (renewed === 'token' ? { kind: 'token', token: 'second' } : { kind: renewed }),
          },
        }).push({ changes: [] }, new AbortController().signal),
  );

const status =
  (code: number, headers: Record<string, string> = {}, body = '{}'): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(body);

test.for([
  [429, { 'retry-after': '7' }, { kind: 'later', retryAfterMs: 7000, diskFull: false }],
  [503, { 'retry-after': '2' }, { kind: 'lost', retryAfterMs: 2000 }],
  // A date is relative to that of the answer, whatever this device's clock shows.
  [503, { date: 'Mon, 04 May 2020 12:00:00 GMT', 'retry-after': 'Mon, 04 May 2020 12:00:07 GMT' }, { kind: 'lost', retryAfterMs: 7000 }],
  [503, { date: 'Mon, 04 May 2020 12:00:00 GMT', 'retry-after': 'Mon, 04 May 2020 11:00:00 GMT' }, { kind: 'lost', retryAfterMs: 0 }],
  [503, { 'retry-after': 'soon' }, { kind: 'lost', retryAfterMs: 0 }],
  [502, {}, { kind: 'lost', retryAfterMs: 0 }],
  [413, {}, { kind: 'rejected', status: 413 }],
] as const)('%i is about the connection or the request, never about a write', async ([code, headers, expected], { http, push }) => {
  http.answer = status(code, headers);
  expect(await push()).toEqual(expected);
});

/** A failure in the form of the server's. */
const failure = (code: number, name: string): Answer =>
  status(code, { 'content-type': 'application/json' }, JSON.stringify({ success: false, message: 'No.', code: name }));

test.for([
  [400, 'INVALID', 'rejected'],
  [413, 'TOO_LARGE', 'rejected'],
  [422, 'INVALID', 'rejected'],
  [426, 'UPDATE_REQUIRED', 'update-required'],
  // They say nothing about what was written: the message arrived broken, or somewhere else.
  [400, 'BAD_REQUEST', 'lost'],
  [403, 'NOT_ALLOWED', 'lost'],
  [404, 'NOT_FOUND', 'lost'],
  [405, 'METHOD_NOT_ALLOWED', 'lost'],
  [415, 'NOT_JSON', 'lost'],
] as const)('%i with the code %s counts as %s', async ([code, name, kind], { http, push }) => {
  http.answer = failure(code, name);
  expect((await push()).kind).toBe(kind);
});

test.for([301, 400, 403, 404, 405, 409, 422, 426, 511])('a %i of something between counts as lost', async (code, { http, push }) => {
  for (const [type, body] of [
    ['text/html', '<html>Sign in to the hotel</html>'],
    ['application/json', '{"error":"forbidden"}'],
    ['application/json', '{"success":false,"code":7}'],
    ['application/json', 'null'],
    ['application/json', '<html>Sign in to the hotel</html>'],
  ] as const) {
    http.answer = status(code, { 'content-type': type, 'retry-after': '3' }, body);
    expect([body, await push()]).toEqual([body, { kind: 'lost', retryAfterMs: 3000 }]);
  }
});

test.for<[string, Answer, readonly number[]]>([
  ['an answer of the server', status(200, { date: 'Mon, 04 May 2020 12:00:00 GMT' }, '{"answers":[]}'), [Date.UTC(2020, 4, 4, 12)]],
  ['a page of something between', status(200, { date: 'Thu, 01 Jan 1970 00:00:00 GMT' }, '<html>Sign in to the hotel</html>'), []],
  ['a server that fails', status(502, { date: 'Thu, 01 Jan 1970 00:00:00 GMT' }), []],
  ['an answer whose date is none', status(200, { date: 'today' }, '{"answers":[]}'), []],
])('takes the server’s time, or none, from %s', async ([, answer, times], { http }) => {
  http.answer = answer;
  const clock = createServerClock();
  const heard: number[] = [];
  clock.onReading(({ server }) => heard.push(server));
  const tokens = { get: async () => ({ kind: 'token', token: 'first' }) as const, renew: async () => ({ kind: 'expired' }) as const };
  await createSyncServer({ origin: http.origin, tokens, clock }).push({ changes: [] }, new AbortController().signal);
  expect(heard).toEqual(times);
});

test('a rejected token is renewed once, and the request is sent again with the new one', async ({ http, push }) => {
  http.answer = (response, attempt) =>
    attempt === 1 ? status(401)(response, attempt) : status(200, {}, '{"answers":[]}')(response, attempt);
  expect(await push()).toEqual({ kind: 'done', body: { answers: [] } });
  expect(http.tokensSent).toEqual(['Bearer first', 'Bearer second']);
});

test('a server that rejects every token is tried again later, not in an endless loop', async ({ http, push }) => {
  http.answer = status(401);
  expect((await push()).kind).toBe('lost');
  expect(http.tokensSent).toHaveLength(2);
});

test('only an explicit end ends a session; a renewal that fails for lack of a connection does not', async ({ http, push }) => {
  http.answer = status(401);
  expect((await push('expired')).kind).toBe('expired');
  expect((await push('unreachable')).kind).toBe('lost');
});

test('a network that answers everything with its own 401 ends no session', async ({ http }) => {
  http.answer = status(401, { 'content-type': 'text/html' }, '<html>Sign in to the hotel</html>');
  const channel = openSessionChannel({ alone: true });
  const tokens = createTokens({ userId: 'ana', origin: http.origin, channel });
  onTestFinished(() => tokens.close());
  const ended: SessionEvent[] = [];
  channel.onEvent((event) => void ended.push(event));
  const server = createSyncServer({ origin: http.origin, tokens });
  expect((await server.push({ changes: [] }, new AbortController().signal)).kind).toBe('lost');
  expect(ended).toEqual([]);
});

test('in a browser without `AbortSignal.any` requests are answered, and the signal still cuts a stream', async ({ http, push }) => {
  const any = Object.getOwnPropertyDescriptor(AbortSignal, 'any');
  if (any) {
    onTestFinished(() => void Object.defineProperty(AbortSignal, 'any', any));
    Reflect.deleteProperty(AbortSignal, 'any');
  }
  expect('any' in AbortSignal).toBe(false);
  http.answer = status(200, {}, '{"answers":[]}');
  expect((await push()).kind).toBe('done');

  const cut = new AbortController();
  let gone = () => {};
  const connectionGone = new Promise<void>((resolve) => {
    gone = resolve;
  });
  http.answer = (response) => {
    response.on('close', gone);
    response.writeHead(200).write('event: open\n');
  };
  const tokens = { get: async () => ({ kind: 'token', token: 'first' }) as const, renew: async () => ({ kind: 'expired' }) as const };
  const stream = await createSyncServer({ origin: http.origin, tokens }).stream({}, cut.signal);
  if (stream.kind !== 'done') throw new Error(`the stream was ${stream.kind}`);
  const reader = stream.body.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('event: open\n');
  const next = reader.read();
  cut.abort();
  await expect(next).rejects.toThrow();
  await connectionGone;
});

test('a long-lived signal keeps no listener of a finished request', async ({ http, push: _ }) => {
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    listeners.add(listener);
    add(type, listener);
  };
  signal.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  const tokens = { get: async () => ({ kind: 'token', token: 'first' }) as const, renew: async () => ({ kind: 'expired' }) as const };
  const server = createSyncServer({ origin: http.origin, tokens });
  for (const [code, body] of [
    [200, '{"answers":[]}'],
    [200, 'no JSON'],
    [401, '{}'],
    [503, ''],
  ] as const) {
    http.answer = status(code, {}, body);
    await server.push({ changes: [] }, signal);
    expect([code, body, listeners.size]).toEqual([code, body, 0]);
  }
  http.answer = status(200, {}, 'event: open\n');
  for (const how of ['read', 'cancel'] as const) {
    const stream = await server.stream({}, signal);
    if (stream.kind !== 'done') throw new Error(`the stream was ${stream.kind}`);
    expect(listeners.size).toBe(1);
    if (how === 'read') await new Response(stream.body).text();
    else await stream.body.cancel();
    expect([how, listeners.size]).toEqual([how, 0]);
  }
});

test.for<[string, Answer]>([
  ['breaks off', (response) => void response.writeHead(200, { 'content-length': '100' }).write('{"answers"', () => response.destroy())],
  ['is a page of something between', status(200, {}, '<html>Sign in to the hotel</html>')],
  ['has another shape', status(200, {}, '{"answers":[{"id":1}]}')],
])('an answer that %s counts as lost', async ([, how], { http, push }) => {
  http.answer = how;
  expect((await push()).kind).toBe('lost');
});

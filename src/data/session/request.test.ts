import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OFFLINE, request } from './request.ts';

/** What the network does at each attempt; the last entry repeats. */
type Attempt = { readonly status: number; readonly body?: string; readonly retryAfter?: string } | 'breaks' | 'times out';
const DONE: Attempt = { status: 200, body: '{"success":true,"data":{"done":1}}' };

let asked: { readonly path: string; readonly init: RequestInit; readonly atMs: number }[] = [];

function network(...attempts: readonly Attempt[]): void {
  const beganAt = Date.now();
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const attempt = attempts[Math.min(asked.length, attempts.length - 1)];
    asked.push({ path, init, atMs: Date.now() - beganAt });
    if (attempt === 'times out') throw new DOMException('The operation timed out.', 'TimeoutError');
    if (attempt === undefined || attempt === 'breaks') throw new TypeError('Failed to fetch');
    const { status, body = '{"success":false,"code":"SOME","message":"No."}', retryAfter } = attempt;
    return new Response(body, { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });
  });
}

async function settle<T>(answer: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return answer;
}

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('the envelope says whether the server did it', async () => {
  network(DONE, { status: 403, body: '{"success":false,"code":"NOT_ALLOWED","message":"No."}' });
  expect(await request('POST', '/api/auth/sign-out', { body: {} })).toEqual({ ok: true, data: { done: 1 } });
  expect(await request('POST', '/api/auth/sign-out', { body: {} })).toEqual({
    ok: false,
    status: 403,
    code: 'NOT_ALLOWED',
    message: 'No.',
  });
});

test.for(['<html>Welcome to the hotel</html>', '', '{}', 'null', '{"data":{}}'])(
  'a 200 without it is no answer of the server, and is not tried again: %s',
  async (body) => {
    network({ status: 200, body });
    expect(await settle(request('GET', '/api/auth/providers'))).toEqual(OFFLINE);
    expect(asked.length).toBe(1);
  },
);

test('a request has ten seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  network(DONE);
  await request('GET', '/api/a');
  expect(timeout.mock.calls).toEqual([[10_000]]);
  expect(asked[0]?.init.signal).toBe(timeout.mock.results[0]?.value);
});

test.for<Attempt>([
  'breaks',
  'times out',
  { status: 502, body: '<html>Bad Gateway</html>' },
  { status: 503, body: '{"success":false,"code":"UNAVAILABLE","message":"No."}' },
  { status: 504, body: '' },
])('a temporary failure is tried three times, after one second and after two more: %o', async (attempt) => {
  network(attempt);
  expect((await settle(request('GET', '/api/a'))).ok).toBe(false);
  expect(asked.map(({ atMs }) => atMs)).toEqual([0, 1000, 3000]);
  asked = [];
  network(attempt, DONE);
  expect(await settle(request('GET', '/api/a'))).toEqual({ ok: true, data: { done: 1 } });
  expect(asked.length).toBe(2);
});

test.for([502, 503, 504])('a %d with a specific code is not tried again', async (status) => {
  network({ status, body: '{"success":false,"code":"CONTACT_UNAVAILABLE","message":"No."}' });
  expect(await settle(request('GET', '/api/a'))).toMatchObject({ status, code: 'CONTACT_UNAVAILABLE' });
  expect(asked.length).toBe(1);
});

test('the waits have jitter', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  network('breaks');
  await settle(request('GET', '/api/a'));
  expect(asked.map(({ atMs }) => atMs)).toEqual([0, 1500, 4500]);
});

test.for([400, 401, 403, 404, 408, 409, 422, 429, 500, 501, 505])('an answer is not tried again: %d', async (status) => {
  network({ status });
  expect(await settle(request('GET', '/api/a'))).toMatchObject({ ok: false, status });
  expect(asked.length).toBe(1);
});

test.for([
  ['POST', { body: { email: 'ana@kith.test' } }, 1],
  ['PUT', { body: {} }, 1],
  ['DELETE', {}, 1],
  ['POST', { body: { subject: 'a' }, idempotencyKey: 'key' }, 3],
  ['DELETE', { idempotencyKey: 'key' }, 3],
  ['POST', { body: { id: '0190', name: 'Climbers' } }, 3],
] as const)('only what is safe to repeat is repeated: %s %o', async ([method, options, attempts]) => {
  network('breaks');
  expect(await settle(request(method, '/api/a', options))).toEqual(OFFLINE);
  expect(asked.length).toBe(attempts);
  expect(new Set(asked.map(({ init }) => JSON.stringify([init.headers, init.body]))).size).toBe(1);
});

test.for([
  // A wait of a few seconds is kept, for any method: the server did not do what was asked.
  ['POST', '3', [0, 3000, 6000]],
  ['GET', '3', [0, 3000, 6000]],
  // Not sooner than after any other failure.
  ['GET', '1', [0, 1000, 3000]],
  // Longer waits are not kept.
  ['POST', '60', [0]],
  ['POST', 'Wed, 21 Oct 2026 07:28:00 GMT', [0]],
] as const)('a 429 is tried again when it says: %s after %s', async ([method, retryAfter, at]) => {
  network({ status: 429, retryAfter });
  const answer = await settle(request(method, '/api/a', { body: {} }));
  expect(asked.map(({ atMs }) => atMs)).toEqual(at);
  expect(answer).toMatchObject({ ok: false, status: 429, ...(retryAfter === '60' ? { retryAfter: 60 } : {}) });
});

test('a server that asks for a long pause is not asked again', async () => {
  network({ status: 503, body: '', retryAfter: '120' });
  expect(await settle(request('GET', '/api/a'))).toMatchObject({ status: 503, retryAfter: 120 });
  expect(asked.length).toBe(1);
});

test('without a network nothing is requested, and nothing is waited for', async () => {
  network(DONE);
  vi.stubGlobal('navigator', { onLine: false });
  expect(await request('GET', '/api/a')).toEqual(OFFLINE);
  expect(asked).toEqual([]);
  vi.stubGlobal('navigator', { onLine: true });
  expect((await request('GET', '/api/a')).ok).toBe(true);
});

test('identical reads at the same time are one request; others, later ones and writes are separate', async () => {
  network(DONE);
  const answers = await Promise.all([
    request('GET', '/api/a', { token: 'ana' }),
    request('GET', '/api/a', { token: 'ana' }),
    request('GET', '/api/a', { token: 'ben' }),
    request('GET', '/api/b', { token: 'ana' }),
    request('POST', '/api/a', { token: 'ana' }),
    request('POST', '/api/a', { token: 'ana' }),
  ]);
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(asked.map(({ path, init }) => `${init.method} ${path}`).sort()).toEqual(
    ['GET /api/a', 'GET /api/a', 'GET /api/b', 'POST /api/a', 'POST /api/a'].sort(),
  );
  await request('GET', '/api/a', { token: 'ana' });
  expect(asked.length).toBe(6);
});

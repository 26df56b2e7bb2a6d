import { afterEach, describe, expect, test } from 'vitest';
import { createTokens, REFRESH_ATTEMPTS, type Tokens } from './session.ts';

const open: Tokens[] = [];
afterEach(() => {
  for (const tokens of open.splice(0)) tokens.close();
});

/** Answers refreshes with these statuses, the last one for ever; 0 is no network. */
function realm(statuses: readonly number[], options: { userId?: string; asked?: () => void } = {}) {
  let calls = 0;
  const fetch: typeof globalThis.fetch = async () => {
    const status = statuses[Math.min(calls, statuses.length - 1)] ?? 200;
    calls += 1;
    options.asked?.();
    if (status === 0) throw new TypeError('no network');
    const session = {
      access_token: `token ${calls}`,
      expires_at: Math.floor(Date.now() / 1000) + 600,
      user: { id: options.userId ?? 'ana', email: 'ana@kith.test', name: 'Ana' },
    };
    if (status === 401) return Response.json({ success: false, code: 'SESSION_EXPIRED', message: 'Please log in again.' }, { status });
    return Response.json({ success: status === 200, data: session }, { status });
  };
  const tokens = createTokens({ userId: 'ana', fetch });
  open.push(tokens);
  return { tokens, calls: () => calls };
}

describe('a token', () => {
  test('is fetched once for all who ask at the same time, and used until it ends', async () => {
    const { tokens, calls } = realm([200]);
    const answers = await Promise.all([tokens.get(), tokens.get(), tokens.get()]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await tokens.get();
    expect(calls()).toBe(1);
  });
  test('that was answered with 401 is renewed, once for all who were', async () => {
    const { tokens, calls } = realm([200]);
    const first = await tokens.get();
    if (first.kind !== 'token') throw new Error('there should be a token');
    const renewed = await Promise.all([tokens.renew(first.token), tokens.renew(first.token)]);
    expect(renewed).toEqual([
      { kind: 'token', token: 'token 2' },
      { kind: 'token', token: 'token 2' },
    ]);
    expect(calls()).toBe(2);
  });
  test('is shared with other tabs, which then need no refresh', async () => {
    const first = realm([200]);
    await first.tokens.get();
    const second = realm([200]);
    expect(await second.tokens.get()).toEqual({ kind: 'token', token: 'token 1' });
    expect(second.calls()).toBe(0);
  });
  test('is not taken from the cookie of another member', async () => {
    const { tokens } = realm([200], { userId: 'ben' });
    expect(await tokens.get()).toEqual({ kind: 'expired' });
  });
});

describe('a session', () => {
  test('outlives a server and a network that fail', async () => {
    const { tokens, calls } = realm([503, 0, 200]);
    let ended = false;
    tokens.onExpired((expired) => {
      ended = expired;
    });
    expect(await tokens.get()).toEqual({ kind: 'token', token: 'token 3' });
    expect([calls(), ended]).toEqual([REFRESH_ATTEMPTS, false]);
    const down = realm([0]);
    expect(await down.tokens.renew('token 3')).toEqual({ kind: 'unreachable' });
  });
  test.for<[string, string]>([
    ['a page of a hotel', '<html>Room number?</html>'],
    ['nothing', ''],
    ['JSON of a proxy', '{"error":"authentication required"}'],
    ['null', 'null'],
    ['another code of the server', '{"success":false,"code":"NOT_AUTHENTICATED","message":"You need to log in."}'],
    ['the code without the envelope', '{"code":"SESSION_EXPIRED"}'],
  ])('outlives a 401 that says %s', async ([, body]) => {
    let ended = false;
    const tokens = createTokens({ userId: 'ana', fetch: async () => new Response(body, { status: 401 }) });
    open.push(tokens);
    tokens.onExpired((expired) => {
      ended = expired;
    });
    expect(await tokens.get()).toEqual({ kind: 'unreachable' });
    expect(ended).toBe(false);
  });
  test('ends when the server says so, in all tabs', async () => {
    const other = realm([200]);
    const told = new Promise<boolean>((resolve) => other.tokens.onExpired(resolve));
    const { tokens } = realm([401]);
    expect(await tokens.get()).toEqual({ kind: 'expired' });
    expect(await told).toBe(true);
  });
});

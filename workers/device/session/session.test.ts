import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { realmWith } from '../../../tests/support/realm-with.ts';
import { until } from '../../../tests/support/until.ts';
import { createTokens, REFRESH_ATTEMPTS, type TokenAnswer, type Tokens } from './session.ts';
import { openSessionChannel } from './session-channel.ts';
import type { SessionEvent } from './session-event.ts';

const open: Pick<Tokens, 'close'>[] = [];
afterEach(() => {
  for (const tokens of open.splice(0)) tokens.close();
});

const MINUTE = 60_000;
const TOKEN_SECONDS = 600;

/** A token in the form that the server issues. */
function accessToken(name: string): string {
  const iat = Math.floor(Date.now() / 1000);
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return [part({ alg: 'none' }), part({ jti: name, iat, exp: iat + TOKEN_SECONDS }), ''].join('.');
}
const nameOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }).jti;
const named = (answer: TokenAnswer) => (answer.kind === 'token' ? { ...answer, token: nameOf(answer.token) } : answer);

interface RealmOptions {
  readonly userId?: string;
  readonly asked?: () => void;
  /** how wrong the clock of the device is, how long ago the realm started, and whether somebody looks */
  readonly device?: { wrong: number; passed: number; inSight?: boolean };
}

/** Answers refreshes with these statuses, the last one for ever; 0 means no network. */
function realm(statuses: readonly number[], options: RealmOptions = {}) {
  const { device = { wrong: 0, passed: 0 } } = options;
  let calls = 0;
  const seen: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    seen.push((JSON.parse(String(init?.body)) as { in_sight: unknown }).in_sight);
    const status = statuses[Math.min(calls, statuses.length - 1)] ?? 200;
    calls += 1;
    options.asked?.();
    if (status === 0) throw new TypeError('no network');
    const session = {
      access_token: accessToken(`token ${calls}`),
      expires_at: Math.floor(Date.now() / 1000) + TOKEN_SECONDS,
      user: { id: options.userId ?? 'ana', email: 'ana@kith.test', name: 'Ana' },
    };
    if (status === 401) return Response.json({ success: false, code: 'SESSION_EXPIRED', message: 'Please log in again.' }, { status });
    return Response.json({ success: status === 200, data: session }, { status });
  };
  const began = Date.now();
  const passed = () => device.passed;
  const channel = openSessionChannel();
  const events: SessionEvent[] = [];
  channel.onEvent((event) => void events.push(event));
  const tokens = createTokens({
    ...{ userId: 'ana', channel },
    inSight: () => device.inSight ?? true,
    realm: realmWith({ fetch, performance: { now: passed }, Date: { now: () => began + device.passed + device.wrong } }),
  });
  open.push(tokens, channel);
  return { tokens, channel, events, device, calls: () => calls, seen };
}

describe('a token', () => {
  test('is fetched once for all simultaneous requests, and used until it expires', async () => {
    const { tokens, calls } = realm([200]);
    const answers = await Promise.all([tokens.get(), tokens.get(), tokens.get()]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await tokens.get();
    expect(calls()).toBe(1);
  });
  test('that was answered with 401 is renewed, once for all requests', async () => {
    const { tokens, calls } = realm([200]);
    const first = await tokens.get();
    if (first.kind !== 'token') throw new Error('there should be a token');
    const renewed = await Promise.all([tokens.renew(first.token), tokens.renew(first.token)]);
    expect(renewed.map(named)).toEqual([
      { kind: 'token', token: 'token 2' },
      { kind: 'token', token: 'token 2' },
    ]);
    expect(calls()).toBe(2);
  });
  test('is shared with other tabs, which then need no refresh', async () => {
    const first = realm([200]);
    await first.tokens.get();
    const second = realm([200]);
    expect(named(await second.tokens.get())).toEqual({ kind: 'token', token: 'token 1' });
    expect(second.calls()).toBe(0);
  });
  test('is not taken from the cookie of another member', async () => {
    const { tokens } = realm([200], { userId: 'ben' });
    expect(await tokens.get()).toEqual({ kind: 'expired' });
  });
});

describe('how long a token is used', () => {
  const wrong = [-2 * 24 * 60 * MINUTE, -10 * MINUTE, 10 * MINUTE, 2 * 24 * 60 * MINUTE];

  test.each(wrong)('does not depend on a clock that is wrong by %d ms', async (ms) => {
    const { tokens, device, calls } = realm([200], { device: { wrong: ms, passed: 0 } });
    for (let request = 0; request < 10; request += 1) {
      await tokens.get();
      device.passed += 0.9 * MINUTE;
    }
    expect(calls()).toBe(1);
    device.passed += MINUTE;
    await tokens.get();
    expect(calls()).toBe(2);
  });
  test.each(wrong)('does not grow when the clock is set by %d ms', async (ms) => {
    const { tokens, device, calls } = realm([200]);
    await tokens.get();
    device.wrong += ms;
    await tokens.get();
    // With the clock set ahead, the device might have slept.
    expect(calls()).toBe(ms > 0 ? 2 : 1);
    device.passed += TOKEN_SECONDS * 1000;
    await tokens.get();
    expect(calls()).toBe(ms > 0 ? 3 : 2);
  });
  test('is half a minute less than its lifetime, so that no token expires on its way', async () => {
    const { tokens, device, calls } = realm([200]);
    await tokens.get();
    device.passed += (TOKEN_SECONDS - 32) * 1000;
    await tokens.get();
    expect(calls()).toBe(1);
    device.passed += 3_000;
    await tokens.get();
    expect(calls()).toBe(2);
  });
  test('does not grow by a sleep, during which only the clock runs', async () => {
    const { tokens, device, calls } = realm([200]);
    await tokens.get();
    device.wrong += 11 * MINUTE;
    await tokens.get();
    expect(calls()).toBe(2);
  });
  test('is the rest of its lifetime if another tab has had it for a while', async () => {
    const first = realm([200]);
    await first.tokens.get();
    first.device.passed += 9 * MINUTE;
    const second = realm([200], { device: { wrong: 10 * MINUTE, passed: 0 } });
    await second.tokens.get();
    expect(second.calls()).toBe(0);
    second.device.passed += MINUTE;
    await second.tokens.get();
    expect(second.calls()).toBe(1);
  });
  test('lasts until it is rejected, if the token does not say its lifetime', async () => {
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      const data = { access_token: 'opaque', expires_at: 0, user: { id: 'ana', email: 'ana@kith.test', name: 'Ana' } };
      return Response.json({ success: true, data });
    };
    const tokens = createTokens({ userId: 'ana', realm: realmWith({ fetch }) });
    open.push(tokens);
    await tokens.get();
    expect(await tokens.get()).toEqual({ kind: 'token', token: 'opaque' });
    expect(calls).toBe(1);
  });
});

describe('a session', () => {
  test('that is refreshed while nobody looks is refreshed once more when somebody does, for all realms', async () => {
    const device = { wrong: 0, passed: 0, inSight: false };
    // The second token has another name than the first.
    const [here, other] = [realm([200], { device }), realm([0, 200], { device })];
    const brought = new Promise<void>((resolve) => other.tokens.onToken(resolve));
    await here.tokens.get();
    await brought;
    other.tokens.looked();
    device.inSight = true;
    const again = new Promise<void>((resolve) => here.tokens.onToken(resolve));
    other.tokens.looked();
    await again;
    expect([here.seen, other.seen]).toEqual([[false], [true, true]]);
    here.tokens.looked();
    other.tokens.looked();
    await Promise.all([here.tokens.get(), other.tokens.get()]);
    expect([here.calls(), other.calls()]).toEqual([1, 2]);
  });
  test('keeps its token if somebody looks and there is no network', async () => {
    const device = { wrong: 0, passed: 0, inSight: false };
    const { tokens, calls } = realm([200, 0], { device });
    const first = await tokens.get();
    device.inSight = true;
    tokens.looked();
    await until(() => calls() === 1 + REFRESH_ATTEMPTS);
    expect(await tokens.get()).toEqual(first);
  });
  test('survives a failing server and a failing network', async () => {
    const { tokens, events, calls } = realm([503, 0, 200]);
    const third = await tokens.get();
    expect(named(third)).toEqual({ kind: 'token', token: 'token 3' });
    expect([calls(), events.map(({ type }) => type)]).toEqual([REFRESH_ATTEMPTS, ['TOKEN_REFRESHED']]);
    const down = realm([0]);
    expect(await down.tokens.renew(third.kind === 'token' ? third.token : '')).toEqual({ kind: 'unreachable' });
  });
  test('is refreshed in three attempts, 200 ms and then 400 ms apart', async () => {
    const waits = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => waits.mockRestore());
    const { tokens, calls } = realm([0]);
    expect(await tokens.get()).toEqual({ kind: 'unreachable' });
    expect(calls()).toBe(3);
    expect(waits.mock.calls.flatMap(([, ms = 0]) => (ms >= 200 && ms < 5_000 ? [ms] : []))).toEqual([200, 400]);
  });
  test.for<[string, string]>([
    ['a page of a hotel', '<html>Room number?</html>'],
    ['nothing', ''],
    ['JSON of a proxy', '{"error":"authentication required"}'],
    ['null', 'null'],
    ['another code of the server', '{"success":false,"code":"NOT_AUTHENTICATED","message":"You need to log in."}'],
    ['the code without the envelope', '{"code":"SESSION_EXPIRED"}'],
  ])('survives a 401 that says %s', async ([, body]) => {
    const channel = openSessionChannel({ alone: true });
    const events: SessionEvent[] = [];
    channel.onEvent((event) => void events.push(event));
    const tokens = createTokens({ userId: 'ana', channel, realm: realmWith({ fetch: async () => new Response(body, { status: 401 }) }) });
    open.push(tokens);
    expect(await tokens.get()).toEqual({ kind: 'unreachable' });
    expect(events).toEqual([]);
  });
  test('ends in all tabs when the server says so', async () => {
    const other = realm([200]);
    await other.tokens.get();
    const received = new Promise<SessionEvent>((resolve) => other.channel.onEvent(resolve));
    const { tokens, events } = realm([401]);
    expect(await tokens.renew('token of before')).toEqual({ kind: 'token', token: expect.anything() });
    expect(await received).toMatchObject({ type: 'TOKEN_REFRESHED', userId: 'ana' });
    const ended = new Promise<SessionEvent>((resolve) => other.channel.onEvent((event) => event.type === 'SIGNED_OUT' && resolve(event)));
    const held = await tokens.get();
    expect(await tokens.renew(held.kind === 'token' ? held.token : '')).toEqual({ kind: 'expired' });
    const signedOut = { type: 'SIGNED_OUT', userId: 'ana', why: 'expired' };
    expect(await ended).toEqual(signedOut);
    expect(events.at(-1)).toEqual(signedOut);
    // The token of the other realm was dropped.
    await other.tokens.get();
    expect(other.calls()).toBe(2);
  });
  test('that begins brings its token to all tabs, and the end of another member’s session changes nothing', async () => {
    const [here, other] = [realm([200]), realm([200])];
    const brought = new Promise<void>((resolve) => other.tokens.onToken(resolve));
    const user = { id: 'ana', email: 'ana@kith.test', name: 'Ana' };
    here.channel.announce({ type: 'SIGNED_IN', userId: 'ana', user, token: accessToken('first'), leftMs: TOKEN_SECONDS * 1000 });
    await brought;
    here.channel.announce({ type: 'SIGNED_OUT', userId: 'ben', why: 'expired' });
    for (const { tokens, calls } of [here, other]) {
      expect(named(await tokens.get())).toEqual({ kind: 'token', token: 'first' });
      expect(calls()).toBe(0);
    }
  });
});

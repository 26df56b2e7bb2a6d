import { createECDH, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { type Behaviour, startPushService, type TestPushService, type TestSubscription } from '../../../tests/support/push-service.ts';
import { realmWhere } from '../../../tests/support/realm-with.ts';
import { type SelfSigned, selfSigned } from '../../../tests/support/self-signed.ts';
import { until } from '../../../tests/support/until.ts';
import { createPushDelivery, type PushDeliveryDeps, readRetryAfter } from './deliver.ts';
import type { PushMessage, Subscription } from './push-delivery.ts';
import { createVapid } from './vapid.ts';

const message: PushMessage = { payload: '{"title":"Ana wrote"}', topic: 'group-1', ttlSeconds: 3_600, urgency: 'high' };
const identity = selfSigned();

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const own = createECDH('prime256v1');
own.setPrivateKey(Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url'));
const publicKey = own.getPublicKey();
const vapid = () =>
  createVapid(
    { pair: async () => ({ publicKey, privateKey }), publicKey: async () => publicKey.toString('base64url') },
    'mailto:ana@kith.example',
  );

async function service(behaviour: Behaviour = 'accept', as: SelfSigned = identity): Promise<TestPushService> {
  const started = await startPushService(as);
  onTestFinished(() => started.close());
  started.behave(behaviour);
  return started;
}

function delivery(services: readonly TestPushService[], more: Partial<PushDeliveryDeps> = {}) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  // Long enough for a busy machine; tests of what hangs take less.
  const timing = { connectMs: 20_000, totalMs: 20_000 };
  const pushHosts = services.map(({ host }) => host);
  const made = createPushDelivery({ vapid: vapid(), pushHosts, log, trusted: [identity.certificate], timing, ...more });
  onTestFinished(() => made.close());
  return { ...made, lines };
}

const subscriptionOf = ({ endpoint, keys }: Pick<TestSubscription, 'endpoint' | 'keys'>): Subscription => ({
  sessionId: '01890a5d-ac96-774b-bcce-b302099a8057',
  endpoint,
  p256dh: Buffer.from(keys.p256dh, 'base64url'),
  auth: Buffer.from(keys.auth, 'base64url'),
});
const device = async (at: TestPushService) => subscriptionOf(await at.subscribe(publicKey.toString('base64url')));

test('a message arrives at a real service, signed, encrypted and of the one size', async () => {
  const at = await service();
  const subscription = await at.subscribe(publicKey.toString('base64url'));
  const { send, reachable } = delivery([at]);
  expect(await send(subscriptionOf(subscription), message)).toEqual({ kind: 'accepted' });
  expect(subscription.received()).toEqual([
    {
      endpoint: subscription.endpoint,
      text: message.payload,
      bytes: 2_048,
      ttl: 3_600,
      topic: 'group-1',
      urgency: 'high',
      at: expect.any(Number),
    },
  ]);
  expect(at.complaints).toEqual([]);
  expect(reachable()).toBe(true);
});

test('only 404 and 410 mean that the device is gone', async () => {
  const at = await service();
  for (const status of [404, 410] as const) {
    const subscription = await at.subscribe();
    subscription.end(status);
    expect(await delivery([at]).send(subscriptionOf(subscription), message)).toEqual({ kind: 'gone' });
  }
});

test.each([400, 401, 403, 405, 422, 451])('[R-73] an answer %i is an error of ours, and no device is gone', async (status) => {
  const at = await service({ status });
  const { send, lines } = delivery([at]);
  for (let nth = 0; nth < 3; nth += 1) expect(await send(await device(at), message)).toEqual({ kind: 'refused', status });
  expect(lines).toHaveLength(1);
});

test('[R-72] a service that says the message is too large is answered by no deletion, and says so in the log', async () => {
  const at = await service({ status: 413, text: '{"reason":"PayloadTooLarge"}' });
  const subscription = await device(at);
  const { send, lines } = delivery([at]);
  expect(await send(subscription, message)).toEqual({ kind: 'refused', status: 413 });
  expect(await send(subscription, { ...message, payload: 'x'.repeat(4_000) })).toEqual({ kind: 'refused', status: 0 });
  expect(at.requests()).toBe(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, host: at.host, status: 413, reason: 'PayloadTooLarge' });
});

test.each([301, 302, 307, 308])('a redirect (%i) is not followed', async (status) => {
  const elsewhere = await service();
  const to = await elsewhere.subscribe();
  const at = await service({ status, headers: { location: to.endpoint } });
  expect(await delivery([at, elsewhere]).send(await device(at), message)).toEqual({ kind: 'refused', status });
  expect(elsewhere.requests()).toBe(0);
});

test('no line of the log has more of an endpoint than its host', async () => {
  const lines: string[] = [];
  for (const behaviour of [{ status: 403, text: 'exp is wrong' }, { status: 500 }, 'reset', { status: 400 }] satisfies Behaviour[]) {
    const at = await service(behaviour);
    const subscription = await device(at);
    const sender = delivery([at]);
    await sender.send(subscription, message);
    expect(sender.lines.length).toBeGreaterThan(0);
    expect(sender.lines.join('')).toContain(at.host);
    expect(sender.lines.join('')).not.toContain(new URL(subscription.endpoint).pathname.slice(6));
    lines.push(...sender.lines);
  }
  expect(lines.join('')).not.toContain('Ana wrote');
});

test('a clock that differs from the service is said once', async () => {
  const at = await service({ status: 201, headers: { date: new Date(Date.now() - 900_000).toUTCString() } });
  const { send, lines } = delivery([at]);
  for (let nth = 0; nth < 3; nth += 1) expect(await send(await device(at), message)).toEqual({ kind: 'accepted' });
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { host: at.host, msg: expect.stringContaining('set the clock by NTP') },
  ]);
  expect(Math.abs((JSON.parse(lines[0] ?? '') as { seconds: number }).seconds + 900)).toBeLessThan(5);
});

test('[R-73] what a service asks for by Retry-After is obeyed, for all its devices', async () => {
  let at = Date.now();
  const busy = await service({ status: 429, headers: { 'retry-after': '120' } });
  const { send } = delivery([busy], { realm: realmWhere(() => at) });
  const [first, second] = [await device(busy), await device(busy)];
  expect(await send(first, message)).toEqual({ kind: 'later', seconds: 120 });
  busy.behave('accept');
  expect(await send(second, message)).toEqual({ kind: 'later', seconds: 120 });
  at += 119_000;
  expect(await send(second, message)).toEqual({ kind: 'later', seconds: 1 });
  expect(busy.requests()).toBe(1);
  at += 2_000;
  expect(await send(second, message)).toEqual({ kind: 'accepted' });
});

test('Retry-After is read in seconds and as a date, and a senseless value asks for nothing', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  const date = 'Sun, 29 Nov 2026 12:00:00 GMT';
  expect(readRetryAfter({ retryAfter: '30', date }, now)).toBe(30_000);
  expect(readRetryAfter({ retryAfter: 'Sun, 29 Nov 2026 12:01:00 GMT', date }, now + 500_000)).toBe(60_000);
  expect(readRetryAfter({ retryAfter: 'Sun, 29 Nov 2026 12:01:00 GMT', date: undefined }, now)).toBe(60_000);
  expect(readRetryAfter({ retryAfter: 'Sun, 29 Nov 2026 11:00:00 GMT', date }, now)).toBe(0);
  for (const retryAfter of [undefined, '', 'soon', '-5']) expect(readRetryAfter({ retryAfter, date }, now) ?? 0).toBe(0);
});

test('[R-73] no service asks for more than an hour', async () => {
  let at = Date.now();
  const busy = await service({ status: 503, headers: { 'retry-after': '999999999' } });
  const { send } = delivery([busy], { realm: realmWhere(() => at) });
  expect(await send(await device(busy), message)).toEqual({ kind: 'later', seconds: 3_600 });
  busy.behave('accept');
  at += 3_600_000;
  expect(await send(await device(busy), message)).toEqual({ kind: 'accepted' });
});

test('[R-73] a service that fails rests longer each time, and one message tries whether it is back', async () => {
  let at = Date.now();
  const failing = await service({ status: 500 });
  const { send } = delivery([failing], { realm: realmWhere(() => at) });
  const subscription = await device(failing);
  await send(subscription, message);
  const rests: number[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const outcome = await send(subscription, message);
    const seconds = outcome.kind === 'later' ? outcome.seconds : 0;
    rests.push(seconds);
    at += seconds * 1_000;
    await send(subscription, message);
  }
  expect(rests).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
  expect(failing.requests()).toBe(11);
  at += 600_000;
  failing.behave({ status: 201, afterMs: 50 });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => send(subscription, message)));
  expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
  expect(outcomes.filter(({ kind }) => kind === 'later')).toHaveLength(19);
  expect(await send(subscription, message)).toEqual({ kind: 'accepted' });
});

test('[R-73] a service has at most a few requests at once, and more than a hundred messages do not wait', async () => {
  const at = await service({ status: 201, afterMs: 20 });
  const subscription = await device(at);
  const { send } = delivery([at]);
  const outcomes = await Promise.all(Array.from({ length: 150 }, () => send(subscription, message)));
  expect(at.mostOpen()).toBe(4);
  expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(104);
  expect(outcomes.filter(({ kind }) => kind === 'later')).toHaveLength(46);
});

test('[R-73] a hanging service, one that resets and one that never encrypts cost bounded time', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { send, reachable } = delivery([], {
    pushHosts: [`127.0.0.1:${(silent.address() as AddressInfo).port}`],
    timing: { connectMs: 100, totalMs: 10_000 },
  });
  const endpoint = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/push/a`;
  const { keys } = await (await service()).subscribe();
  const began = performance.now();
  expect(await send(subscriptionOf({ endpoint, keys }), message)).toMatchObject({ kind: 'later' });
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(reachable()).toBe(false);
  for (const behaviour of ['hang', 'reset'] as const) {
    const failing = await service(behaviour);
    const sender = delivery([failing], { timing: { connectMs: 20_000, totalMs: 500 } });
    expect(await sender.send(await device(failing), message)).toMatchObject({ kind: 'later' });
    expect(sender.lines).toHaveLength(1);
  }
});

test('[R-73] beside hanging, limiting, failing, slow and resetting services a healthy one is as fast as alone', async () => {
  const healthy = await service();
  const failing = await Promise.all(
    (['hang', { status: 429 }, { status: 500 }, { status: 201, afterMs: 900 }, 'reset'] satisfies Behaviour[]).map((each) => service(each)),
  );
  const { send, lines } = delivery([healthy, ...failing], { timing: { connectMs: 6_000, totalMs: 6_000 } });
  const subscription = await device(healthy);
  const p95 = async () => {
    const times: number[] = [];
    for (let nth = 0; nth < 100; nth += 1) {
      const began = performance.now();
      expect(await send(subscription, message), lines.join('')).toEqual({ kind: 'accepted' });
      times.push(performance.now() - began);
    }
    return times.sort((one, other) => one - other)[94] ?? 0;
  };
  await p95();
  const alone = await p95();
  const others = await Promise.all(failing.map((each) => device(each)));
  const sent = others.flatMap((each) => Array.from({ length: 16 }, () => send(each, message)));
  const beside = await p95();
  // Far below what any of the others takes, and wide enough for a busy machine.
  expect(beside).toBeLessThan(Math.max(400, 5 * alone));
  const outcomes = await Promise.all(sent);
  expect(outcomes.filter(({ kind }) => kind === 'gone' || kind === 'refused')).toEqual([]);
});

test('a service that closed an idle connection gets the message over a new one', async () => {
  const at = await service();
  const subscription = await device(at);
  const { send } = delivery([at]);
  for (let nth = 0; nth < 5; nth += 1) {
    expect(await send(subscription, message)).toEqual({ kind: 'accepted' });
    at.closeIdle();
  }
  expect(at.received).toHaveLength(5);
});

test('a service with a certificate that nobody trusts gets no message', async () => {
  const impostor = await service('accept', selfSigned());
  const { send, reachable } = delivery([impostor]);
  expect(await send(await device(impostor), message)).toMatchObject({ kind: 'later' });
  expect(impostor.requests()).toBe(0);
  expect(reachable()).toBe(false);
});

const GOOGLE = 'https://fcm.googleapis.com/fcm/send/abc';
const found = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });

test.each([
  ['this machine', ['127.0.0.1']],
  ['a private network', ['10.0.0.1']],
  ['another private network', ['192.168.1.10']],
  ['the metadata of a cloud', ['169.254.169.254']],
  ['this machine by IPv6', ['::1']],
  ['an IPv4 address as IPv6', ['::ffff:127.0.0.1']],
  ['link-local IPv6', ['fe80::1']],
  ['a private network of IPv6', ['fd12:3456::1']],
  ['a public address and a private one', ['93.184.215.14', '10.0.0.1']],
  ['nothing', []],
])('a service whose name leads to %s is not connected to', async (_, addresses) => {
  const at = await service();
  const { keys } = await at.subscribe();
  const { send, lines } = delivery([at], { lookup: async () => addresses.map(found) });
  expect(await send(subscriptionOf({ endpoint: GOOGLE, keys }), message)).toMatchObject({ kind: 'later' });
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ host: 'fcm.googleapis.com:443', reason: 'AddressRefused' }]);
});

test('a name is looked up once for a connection, which goes to the address that was checked', async () => {
  const { keys } = await (await service()).subscribe();
  let lookups = 0;
  // Nothing listens at the first address. A second lookup would lead elsewhere, and one by the system would find Google or nothing.
  const lookup = async () => {
    lookups += 1;
    return [found(lookups === 1 ? '127.0.0.77' : '10.0.0.1')];
  };
  const { send, lines } = delivery([], { lookup, isAllowed: (address) => address === '127.0.0.77' });
  expect(await send(subscriptionOf({ endpoint: GOOGLE, keys }), message)).toMatchObject({ kind: 'later' });
  expect(lookups).toBe(1);
  expect((JSON.parse(lines[0] ?? '') as { reason: string }).reason).toMatch(/^(?:ECONNREFUSED|EADDRNOTAVAIL)$/);
});

test('an endpoint that is no longer allowed is not asked', async () => {
  const at = await service();
  const subscription = await device(at);
  expect(await delivery([]).send(subscription, message)).toEqual({ kind: 'refused', status: 0 });
  expect(at.requests()).toBe(0);
});

test('a server that calls nobody sends nothing', async () => {
  const at = await service();
  expect(await delivery([at], { isOff: true }).send(await device(at), message)).toEqual({ kind: 'later', seconds: 3_600 });
  expect(at.requests()).toBe(0);
});

test('closing waits for what is being sent, and sends nothing more', async () => {
  const at = await service({ status: 201, afterMs: 200 });
  const subscription = await device(at);
  const { send, close } = delivery([at]);
  const sent = send(subscription, message);
  await until(() => at.requests() === 1);
  await close();
  expect(at.received).toHaveLength(1);
  expect(await sent).toEqual({ kind: 'accepted' });
  expect(await send(subscription, message)).toMatchObject({ kind: 'later' });
  expect(at.requests()).toBe(1);
});

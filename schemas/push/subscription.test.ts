import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isP256Point } from './p256-point.ts';
import { endpointSchema, type SubscriptionJson, subscriptionSchema } from './subscription.ts';
import { ENDPOINT_MAX } from './subscription-limits.ts';

const point = (): Buffer => createECDH('prime256v1').generateKeys();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const endpoint = 'https://push.example.net/send/abc?x=1';

const subscription = (keys: Partial<SubscriptionJson['keys']> = {}): SubscriptionJson => ({
  endpoint,
  keys: { p256dh: text(point()), auth: text(randomBytes(16)), ...keys },
});
const accepts = (body: unknown): boolean => subscriptionSchema.safeParse(body).success;

test('what a browser says about its subscription is taken, with members that nobody asked for', () => {
  const body = subscription();
  expect(subscriptionSchema.parse({ ...body, expirationTime: null })).toEqual(body);
  const padded = { p256dh: `${body.keys.p256dh}=`, auth: `${body.keys.auth}==` };
  expect(accepts({ ...body, keys: padded })).toBe(true);
});

test('every key that Node makes is a point of the curve, and none with a changed bit is', () => {
  for (let nth = 0; nth < 30; nth += 1) {
    const key = point();
    expect(isP256Point(key)).toBe(true);
    const changed = Buffer.from(key);
    const at = 1 + (nth % 64);
    changed.writeUInt8(changed.readUInt8(at) ^ (1 << (nth % 8)), at);
    expect(isP256Point(changed)).toBe(false);
  }
});

test('a key of another form or length, or beside the curve, is refused', () => {
  const key = point();
  const compressed = createECDH('prime256v1');
  compressed.generateKeys();
  const wrong = [
    compressed.getPublicKey(null, 'compressed'),
    Buffer.concat([Buffer.of(5), key.subarray(1)]),
    Buffer.concat([key, Buffer.of(0)]),
    key.subarray(0, 64),
    createECDH('secp256k1').generateKeys(),
    Buffer.concat([Buffer.of(4), Buffer.alloc(64)]),
    Buffer.concat([Buffer.of(4), Buffer.alloc(64, 0xff)]),
    Buffer.alloc(0),
  ];
  for (const bytes of wrong) expect([text(bytes), accepts(subscription({ p256dh: text(bytes) }))]).toEqual([text(bytes), false]);
  expect(accepts(subscription({ p256dh: key.toString('base64') }))).toBe(/[+/]/.test(key.toString('base64')) === false);
});

test('a coordinate beyond the prime is refused, though it is a point modulo the prime', () => {
  const y = '459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc';
  const prime = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
  const at = (x: bigint): Buffer => Buffer.from(`04${x.toString(16).padStart(64, '0')}${y}`, 'hex');
  expect(isP256Point(at(5n))).toBe(true);
  expect(isP256Point(at(5n + prime))).toBe(false);
});

test('a secret has 16 bytes', () => {
  for (const length of [0, 12, 15, 17, 32])
    expect([length, accepts(subscription({ auth: text(randomBytes(length)) }))]).toEqual([length, false]);
});

test('an address is https, as browsers write it, and not too long', () => {
  const accepted = (value: string) => endpointSchema.safeParse(value).success;
  const longest = `https://push.example.net/${'x'.repeat(ENDPOINT_MAX)}`.slice(0, ENDPOINT_MAX);
  for (const value of [endpoint, longest, 'https://push.example.net:8443/a', 'https://[2001:db8::1]/a'])
    expect([value, accepted(value)]).toEqual([value, true]);
  for (const value of [
    '',
    'push.example.net/a',
    'http://push.example.net/a',
    'HTTPS://push.example.net/a',
    'https://push.example.net:443/a',
    'https://push.example.net',
    'https://push.example.net/a#b',
    'https://push.example.net/a#',
    'https://push.example.net/ä',
    'https://push.example.net/a b',
    'https://2130706433/a',
    'data:text/plain,a',
    `${longest}x`,
  ])
    expect([value, accepted(value)]).toEqual([value, false]);
});

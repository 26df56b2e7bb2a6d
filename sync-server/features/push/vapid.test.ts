import { createECDH, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { realmWhere } from '../../../tests/support/realm-with.ts';
import { readConfig } from '../../base/config.ts';
import type { PushKeys } from './push-keys.ts';
import { createVapid, vapidSubject } from './vapid.ts';

const HOUR = 3_600_000;
const GOOGLE = 'https://fcm.googleapis.com';

function someKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url'));
  const publicKey = keys.getPublicKey();
  return { pair: async () => ({ publicKey, privateKey }), publicKey: async () => publicKey.toString('base64url') };
}

const tokenOf = (header: string) => /^vapid t=([\w.-]+), k=[\w-]{87}$/.exec(header)?.[1] ?? '';

test('a token is signed with the key beside it, for the origin, and for at most twelve hours', async () => {
  const keys = someKeys();
  const header = await createVapid(keys, 'mailto:ana@kith.example').authorization(GOOGLE);
  const [, token = '', key = ''] = /^vapid t=(.*), k=(.*)$/.exec(header) ?? [];
  expect(key).toBe(await keys.publicKey());
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const verified = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y } as never, 'ES256'), { audience: GOOGLE });
  expect(verified.protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(verified.payload.sub).toBe('mailto:ana@kith.example');
  expect(Number(verified.payload.exp) * 1000 - Date.now()).toBeLessThanOrEqual(12 * HOUR);
  expect(Number(verified.payload.exp) * 1000 - Date.now()).toBeGreaterThan(11 * HOUR);
});

test('a token is used for hours, and each origin has its own', async () => {
  let at = Date.now();
  const { authorization } = createVapid(
    someKeys(),
    'mailto:ana@kith.example',
    realmWhere(() => at),
  );
  const first = await authorization(GOOGLE);
  expect(decodeJwt(tokenOf(await authorization('https://web.push.apple.com'))).aud).toBe('https://web.push.apple.com');
  at += 5.9 * HOUR;
  expect(await authorization(GOOGLE)).toBe(first);
  at += 0.2 * HOUR;
  const second = await authorization(GOOGLE);
  expect(second).not.toBe(first);
  expect(Number(decodeJwt(tokenOf(second)).exp) * 1000).toBeGreaterThan(at + 11 * HOUR);
});

test('after the clock was set back, or the service has refused it, a new token is made', async () => {
  let at = Date.now();
  const { authorization, forget } = createVapid(
    someKeys(),
    'mailto:ana@kith.example',
    realmWhere(() => at),
  );
  const first = await authorization(GOOGLE);
  at -= 48 * HOUR;
  const second = await authorization(GOOGLE);
  expect(second).not.toBe(first);
  expect(Number(decodeJwt(tokenOf(second)).exp) * 1000).toBeLessThanOrEqual(at + 12 * HOUR);
  forget(GOOGLE);
  expect(await authorization(GOOGLE)).not.toBe(second);
});

test('no more origins are remembered than push services have', async () => {
  const { authorization } = createVapid(someKeys(), 'mailto:ana@kith.example');
  const first = await authorization(GOOGLE);
  for (let nth = 0; nth < 100; nth += 1) await authorization(`https://wns2-${nth}.notify.windows.com`);
  expect(await authorization(GOOGLE)).not.toBe(first);
});

test('[R-25] the contact is the address that the operator named, else where Kith is', () => {
  const PUBLIC_URL = 'https://kith.example';
  const subject = (env: NodeJS.ProcessEnv) => vapidSubject(readConfig({ PUBLIC_URL, ...env }));
  expect(subject({})).toBe('https://kith.example');
  expect(subject({ SMTP_URL: 'smtp://localhost:25' })).toBe('https://kith.example');
  expect(subject({ CONTACT_EMAIL: 'ana@family.example' })).toBe('mailto:ana@family.example');
  expect(subject({ CONTACT_EMAIL: 'contact@kith.example', SMTP_URL: 'smtp://localhost:25' })).toBe('mailto:contact@kith.example');
});

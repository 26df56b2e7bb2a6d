import { createPublicKey, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { test } from '../../../tests/support/fixtures/db.ts';
import { createPushKeys } from './push-keys.ts';

const withoutSettings = { pushKeys: null, secretsKey: null };

test('[R-24] a restart and a second server have the same key, and two that start together too', async ({ db }) => {
  await db.sql`delete from push_keys`;
  const together = await Promise.all(
    Array.from({ length: 5 }, () => createPushKeys(db.database, { pushKeys: null, secretsKey: randomBytes(32) }).publicKey()),
  );
  expect(new Set(together).size).toBe(1);
  expect(await createPushKeys(db.database, withoutSettings).publicKey()).toBe(together[0]);
  expect(await db.sql`select from push_keys`).toHaveLength(1);
});

test('the private key is sealed, and belongs to the public key', async ({ db }) => {
  await db.sql`delete from push_keys`;
  const secretsKey = randomBytes(32);
  const keys = createPushKeys(db.database, { pushKeys: null, secretsKey });
  const { publicKey, privateKey } = await keys.pair();
  expect(publicKey.toString('base64url')).toBe(await keys.publicKey());
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  expect(Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])).toEqual(publicKey);
  const [row] = await db.sql<{ private_key: Buffer }[]>`select private_key from push_keys`;
  const { d = '' } = privateKey.export({ format: 'jwk' });
  expect(row?.private_key.includes(Buffer.from(d, 'base64url'))).toBe(false);
  expect((await createPushKeys(db.database, { pushKeys: null, secretsKey }).pair()).privateKey.equals(privateKey)).toBe(true);
});

test('[R-24] without the SECRETS_KEY of before, no other key takes the place of the first', async ({ db }) => {
  await db.sql`delete from push_keys`;
  const first = await createPushKeys(db.database, { pushKeys: null, secretsKey: randomBytes(32) }).publicKey();
  const other = createPushKeys(db.database, withoutSettings);
  await expect(other.pair()).rejects.toThrow('another SECRETS_KEY');
  expect(await other.publicKey()).toBe(first);
});

test('keys from the settings are used as they are, and nothing is stored', async ({ db }) => {
  await db.sql`delete from push_keys`;
  const made = await createPushKeys(db.database, withoutSettings).pair();
  const { d = '' } = made.privateKey.export({ format: 'jwk' });
  await db.sql`delete from push_keys`;
  const pushKeys = { publicKey: made.publicKey, privateKey: Buffer.from(d, 'base64url') };
  const keys = createPushKeys(db.database, { pushKeys, secretsKey: null });
  expect((await keys.pair()).privateKey.equals(made.privateKey)).toBe(true);
  expect(await keys.publicKey()).toBe(made.publicKey.toString('base64url'));
  expect(await db.sql`select from push_keys`).toHaveLength(0);
});

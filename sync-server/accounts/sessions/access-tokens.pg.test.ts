import { decodeProtectedHeader } from 'jose';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished, vi } from 'vitest';
import { test } from '../../../tests/support/fixtures/db.ts';
import { createAccessTokens } from './access-tokens.ts';

const ISSUER = 'https://kith.example';
const keyOf = (token: string) => decodeProtectedHeader(token).kid;

test('after ninety days a new key signs, tokens of the old key are still accepted, and every process finds the new one too', async ({
  db,
}) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const session = { userId: uuid(), sessionId: uuid() };
  const first = await createAccessTokens(db.database, ISSUER);
  const { token: old } = await first.sign(session);
  const restarted = await createAccessTokens(db.database, ISSUER);
  expect(keyOf((await restarted.sign(session)).token)).toBe(keyOf(old));

  await db.sql`update signing_keys set created_at = created_at - interval '90 days 1 minute'`;
  const second = await createAccessTokens(db.database, ISSUER);
  const { token: young } = await second.sign(session);
  expect(keyOf(young)).not.toBe(keyOf(old));
  expect(await second.verify(old)).toEqual(session);

  // A process that was already running reloads the keys for an unknown one, but not at every request.
  expect(await first.verify(young)).toBeNull();
  vi.setSystemTime(Date.now() + 6_000);
  expect(await first.verify(young)).toEqual(session);
  expect(keyOf((await first.sign(session)).token)).toBe(keyOf(young));
  expect(await db.sql`select id from signing_keys`).toHaveLength(2);
});

test('a process that receives no new token signs with the new key within the hour', async ({ db }) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const session = { userId: uuid(), sessionId: uuid() };
  const tokens = await createAccessTokens(db.database, ISSUER);
  const before = keyOf((await tokens.sign(session)).token);
  await db.sql`update signing_keys set created_at = created_at - interval '90 days 1 minute'`;
  expect(keyOf((await tokens.sign(session)).token)).toBe(before);
  vi.setSystemTime(Date.now() + 61 * 60_000);
  expect(keyOf((await tokens.sign(session)).token)).not.toBe(before);
});

test('a key is deleted once all its tokens have long expired, and its tokens open nothing', async ({ db }) => {
  const session = { userId: uuid(), sessionId: uuid() };
  const { token } = await (await createAccessTokens(db.database, ISSUER)).sign(session);
  await db.sql`update signing_keys set created_at = created_at - interval '92 days'`;
  const later = await createAccessTokens(db.database, ISSUER);
  expect(await later.verify(token)).toBeNull();
  expect(await db.sql`select id from signing_keys where id = ${keyOf(token) ?? ''}`).toHaveLength(0);
  const elsewhere = await (await createAccessTokens(db.database, 'https://other.example')).sign(session);
  expect(await later.verify(elsewhere.token)).toBeNull();
});

/** Counts of limits: shared by all processes, kept over restarts, and without personal data. */
import { expect, onTestFinished } from 'vitest';
import { apiClient } from '../../../tests/support/api-client.ts';
import { test } from '../../../tests/support/fixtures/server.ts';
import { startApp } from '../../../tests/support/start-app.ts';
import { type Counter, countersInMemory, createSharedCounters, forgetOldCounts } from './counters.ts';

const fiveAMinute = { name: 'knocks', points: 5, seconds: 60 };

test('of many requests through two processes at the same time, exactly the allowed number passes', async ({ db }) => {
  const doors = await Promise.all([0, 1].map(async () => (await createSharedCounters(db.database)).counters(fiveAMinute)));
  const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => doors[at % 2]?.consume('everybody')));
  expect(answers.filter((wait) => wait === null)).toHaveLength(5);
  for (const wait of answers.filter((wait) => typeof wait === 'number')) expect(wait).toBeLessThanOrEqual(60_000);
});

test.for<[string, Counter | null]>([
  ['in memory', countersInMemory(fiveAMinute)],
  ['in the database', null],
])('%s each key has its own count, and forgotten or subtracted counts no longer matter', async ([, inMemory], { db }) => {
  const counter = inMemory ?? (await createSharedCounters(db.database)).counters(fiveAMinute);
  for (let knock = 0; knock < 5; knock += 1) expect(await counter.consume('ana')).toBe(null);
  expect(await counter.consume('ana')).toBeGreaterThan(0);
  expect(await counter.consume('ben')).toBe(null);
  await counter.forget('ana');
  expect(await counter.consume('ana')).toBe(null);
  expect(await counter.add('cleo')).toBe(1);
  expect(await counter.add('cleo')).toBe(2);
  await counter.takeBack('cleo');
  expect(await counter.add('cleo')).toBe(2);
});

test('counts contain no personal data, and are deleted once expired', async ({ db }) => {
  const address = 'eve@kith.test';
  const { counters, within } = await createSharedCounters(db.database);
  await counters(fiveAMinute).consume(address);
  await db.database.write((tx) => within(tx)({ ...fiveAMinute, name: 'short' }).consume(address));
  const stored = await db.sql<{ key: string }[]>`select key, expire::float8 from rate_limits`;
  expect(stored.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(stored)).not.toMatch(/eve|kith|knocks|short/);
  await db.sql`update rate_limits set expire = ${Date.now() - 2 * 60 * 60 * 1000}`;
  await counters(fiveAMinute).consume('somebody who came later');
  await forgetOldCounts(db.database);
  expect(await db.sql`select from rate_limits`).toHaveLength(1);
});

test('within a transaction, a rolled back count does not count', async ({ db }) => {
  const { counters, within } = await createSharedCounters(db.database);
  const undone = db.database.write(async (tx) => {
    for (let knock = 0; knock < 5; knock += 1) await within(tx)(fiveAMinute).consume('dora');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  for (let knock = 0; knock < 5; knock += 1) expect(await counters(fiveAMinute).consume('dora')).toBe(null);
  expect(await db.database.write((tx) => within(tx)(fiveAMinute).consume('dora'))).toBeGreaterThan(0);
});

test('sign-in attempts count in all processes, even in one that has just started', async ({ db }) => {
  const start = async () => {
    const server = await startApp({ on: db, env: { RATE_LIMITS: '1' } });
    onTestFinished(() => server.close());
    return (email: string) => apiClient(server.url).post('/api/auth/sign-in', { email, password: 'wrong 1234' });
  };
  const attempts = [await start(), await start()];
  for (let tried = 0; tried < 10; tried += 1) expect((await attempts[tried % 2]?.('mallory@kith.test'))?.status).toBe(401);
  const late = await (await start())('mallory@kith.test');
  expect(late).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await attempts[0]?.('somebody.else@kith.test'))?.status).toBe(401);
});

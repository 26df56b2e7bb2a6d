import { expect } from 'vitest';
import { test as dbTest } from './fixtures/db.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';

const test = dbTest.extend('another', async ({ postgresUrl: _ }, { onCleanup }) => {
  const db = await testDatabase();
  onCleanup(() => db.close());
  return db;
});

/** The backend that answers. It stays the same as long as its connection lives. */
const backendOf = async ({ database }: TestDatabase): Promise<unknown> =>
  database.ask(async (sql) => (await sql`select pg_backend_pid() as pid`)[0]?.pid);

test('cutting the connections to one database leaves those of other files alone', async ({ db, another }) => {
  const before = { own: await backendOf(db), others: await backendOf(another) };
  await db.cutConnections();
  expect(await backendOf(another)).toBe(before.others);
  expect(await backendOf(db)).not.toBe(before.own);
});

import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test as dbTest } from '../../tests/support/fixtures/db.ts';
import { migrate } from './migrate.ts';

const test = dbTest
  /** an empty directory for migrations, before a database that has seen none of them */
  .extend('dir', async ({ db }, { onCleanup }) => {
    const dir = mkdtempSync(join(tmpdir(), 'kith-migrations-'));
    onCleanup(() => rmSync(dir, { recursive: true, force: true }));
    await db.sql.unsafe('drop table if exists migrations, one, two');
    return dir;
  })
  .extend(
    'file',
    ({ dir }) =>
      (name: string, sql: string) =>
        writeFileSync(join(dir, name), sql),
  );

test('files run once, in their order, also when two servers start at once', async ({ db, dir, file }) => {
  file('0001_one.sql', 'create table one (n int); insert into one values (1);');
  file('0002_two.sql', 'create table two as select n + 1 as n from one;');
  const ran = await Promise.all([migrate(db.database, dir), migrate(db.database, dir)]);
  expect(ran.flat()).toEqual(['0001_one.sql', '0002_two.sql']);
  expect(await db.sql`select n from two`).toEqual([{ n: 2 }]);
  expect(await migrate(db.database, dir)).toEqual([]);
});

test('one that fails leaves nothing of itself, and what came before stays', async ({ db, dir, file }) => {
  file('0001_one.sql', 'create table one (n int);');
  file('0002_two.sql', 'create table two (n int); select 1 / 0;');
  await expect(migrate(db.database, dir)).rejects.toThrow('division by zero');
  expect(await db.sql`select to_regclass('one') is not null as one, to_regclass('two') is not null as two`).toEqual([
    { one: true, two: false },
  ]);
  file('0002_two.sql', 'create table two (n int);');
  expect(await migrate(db.database, dir)).toEqual(['0002_two.sql']);
});

test('a file that was applied must not change, and a newer database is left alone', async ({ db, dir, file }) => {
  file('0001_one.sql', 'create table one (n int);');
  file('0002_two.sql', 'create table two (n int);');
  await migrate(db.database, dir);
  rmSync(join(dir, '0002_two.sql'));
  await expect(migrate(db.database, dir)).rejects.toThrow('This database was used by a newer Kith (it has 0002_two.sql).');
  file('0002_two.sql', 'create table two (n int);');
  appendFileSync(join(dir, '0001_one.sql'), '-- more');
  await expect(migrate(db.database, dir)).rejects.toThrow('0001_one.sql was changed after it had been applied here.');
});

/** What a text column may be sampled for: it is one of a few words, an id or a number that stands for something. */
const SAMPLED =
  /^(?:migrations\..*|.*\.(?:kind|status|role|purpose|type|visibility_type|notification_type|target_type|collection|doc_id|emoji|emoji_code|issuer|transports|home|fingerprint)|settings\.key|rate_limits\.key|(?:signing_keys|server_keys)\.id|second_factors\.key_id|signing_keys\.public_key)$/;

test("the planner's statistics hold no words, addresses or secrets of people", async ({ db }) => {
  const columns = await db.sql<{ name: string }[]>`
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('text'::regtype, 'text[]'::regtype) and a.attstattarget is distinct from 0`;
  expect(columns.map(({ name }) => name).filter((name) => !SAMPLED.test(name))).toEqual([]);
});

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test as dbTest } from '../../tests/support/fixtures/db.ts';
import { migrate } from './migrate.ts';

const test = dbTest
  /** an empty directory for migrations, and a database without any migration */
  .extend('dir', async ({ db }, { onCleanup }) => {
    const parent = mkdtempSync(join(tmpdir(), 'kith-migrations-'));
    onCleanup(() => rmSync(parent, { recursive: true, force: true }));
    const dir = join(parent, 'migrations');
    mkdirSync(dir);
    mkdirSync(join(parent, 'today'));
    await db.sql.unsafe('drop table if exists migrations, one, two cascade');
    return dir;
  })
  .extend(
    'file',
    ({ dir }) =>
      (name: string, sql: string) =>
        writeFileSync(join(dir, name), sql),
  )
  /** a file with views and functions */
  .extend(
    'today',
    ({ dir }) =>
      (name: string, sql: string) =>
        writeFileSync(join(dir, '../today', name), sql),
  );

test('files run once, in order, even when two servers start at the same time', async ({ db, dir, file }) => {
  file('0001_one.sql', 'create table one (n int); insert into one values (1);');
  file('0002_two.sql', 'create table two as select n + 1 as n from one;');
  const ran = await Promise.all([migrate(db.database, dir), migrate(db.database, dir)]);
  expect(ran.flat()).toEqual(['0001_one.sql', '0002_two.sql']);
  expect(await db.sql`select n from two`).toEqual([{ n: 2 }]);
  expect(await migrate(db.database, dir)).toEqual([]);
});

test('a migration that fails is rolled back, together with those before it in the same start', async ({ db, dir, file }) => {
  file('0001_one.sql', 'create table one (n int);');
  file('0002_two.sql', 'create table two (n int); select 1 / 0;');
  await expect(migrate(db.database, dir)).rejects.toThrow('division by zero');
  expect(await db.sql`select to_regclass('one') is not null as one, to_regclass('two') is not null as two`).toEqual([
    { one: false, two: false },
  ]);
  file('0002_two.sql', 'create table two (n int);');
  expect(await migrate(db.database, dir)).toEqual(['0001_one.sql', '0002_two.sql']);
});

test('a database of another baseline is refused with advice, and so is one of a newer Kith', async ({ db, dir, file }) => {
  file('0001_one.sql', 'create table one (n int);');
  file('0002_two.sql', 'create table two (n int);');
  await migrate(db.database, dir);
  rmSync(join(dir, '0002_two.sql'));
  await expect(migrate(db.database, dir)).rejects.toThrow('This database was used by a newer Kith (it has 0002_two.sql).');
  file('0002_two.sql', 'create table two (n int);');
  appendFileSync(join(dir, '0001_one.sql'), '-- more');
  await expect(migrate(db.database, dir)).rejects.toThrow('This database was made by another Kith: its 0001_one.sql is not the');
  await expect(migrate(db.database, dir)).rejects.toThrow('To begin anew, set DATA_DIR or DATABASE_URL to an empty database.');
});

test('views and functions are recreated when one of their files changed, and when a table that they read changes', async ({
  db,
  dir,
  file,
  today,
}) => {
  file('0001_one.sql', 'create table one (n int); insert into one values (1);');
  today('01-one.sql', 'create view doubled as select 2 * n as n from one;');
  today('02-two.sql', 'create function sum_of_one() returns bigint language sql stable return (select sum(n) from doubled);');
  await migrate(db.database, dir);
  expect(await db.sql`select sum_of_one() as sum`).toEqual([{ sum: 2 }]);
  const [before] = await db.sql`select 'doubled'::regclass::oid as oid`;
  expect(await migrate(db.database, dir)).toEqual([]);
  expect(await db.sql`select 'doubled'::regclass::oid as oid`).toEqual([before]);

  today('01-one.sql', "create view doubled as select 3 * n as n, 'x' as x from one;");
  expect(await migrate(db.database, dir)).toEqual([]);
  expect(await db.sql`select sum_of_one() as sum`).toEqual([{ sum: 3 }]);

  file('0002_two.sql', 'alter table one alter column n type bigint; update one set n = 5;');
  expect(await migrate(db.database, dir)).toEqual(['0002_two.sql']);
  expect(await db.sql`select sum_of_one() as sum`).toEqual([{ sum: 15 }]);

  today('02-two.sql', '');
  await migrate(db.database, dir);
  await expect(db.sql`select sum_of_one()`).rejects.toThrow('does not exist');
});

test('a view that cannot be created leaves the database as it was', async ({ db, dir, file, today }) => {
  file('0001_one.sql', 'create table one (n int); insert into one values (1);');
  today('01-one.sql', 'create view doubled as select 2 * n as n from one;');
  await migrate(db.database, dir);
  file('0002_two.sql', 'create table two (n int);');
  today('01-one.sql', 'create view doubled as select nothing from one;');
  await expect(migrate(db.database, dir)).rejects.toThrow('column "nothing" does not exist');
  expect(await db.sql`select n, to_regclass('two') is null as absent from doubled`).toEqual([{ n: 2, absent: true }]);
});

/** Columns of text that the planner may sample: their values are an id, a number or one of a few fixed words. */
const SAMPLED =
  /^(?:(?:migrations|today_objects)\..*|.*\.(?:kind|status|role|purpose|way|type|visibility_type|notification_type|target_type|collection|doc_id|emoji|emoji_code|issuer|transports|because|resting_because|home|fingerprint|variant)|settings\.key|rate_limits\.key|jobs\.(?:queue|key)|(?:signing_keys|server_keys)\.id|(?:second_factors|push_keys)\.key_id|signing_keys\.public_key)$/;

test("the planner's statistics contain no words, addresses or secrets of members", async ({ db }) => {
  const columns = await db.sql<{ name: string }[]>`
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype) and a.attstattarget is distinct from 0`;
  expect(columns.map(({ name }) => name).filter((name) => !SAMPLED.test(name))).toEqual([]);
});

import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../tests/support/postgres.ts';
import { migrate } from './migrate.ts';

let db: TestDatabase;
let dir: string;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kith-migrations-'));
  return () => rmSync(dir, { recursive: true, force: true });
});

const file = (name: string, sql: string) => writeFileSync(join(dir, name), sql);
const fresh = () => db.sql.unsafe('drop table if exists migrations, one, two');

test('files run once, in their order, also when two servers start at once', async () => {
  await fresh();
  file('0001_one.sql', 'create table one (n int); insert into one values (1);');
  file('0002_two.sql', 'create table two as select n + 1 as n from one;');
  const ran = await Promise.all([migrate(db.database, dir), migrate(db.database, dir)]);
  expect(ran.flat()).toEqual(['0001_one.sql', '0002_two.sql']);
  expect(await db.sql`select n from two`).toEqual([{ n: 2 }]);
  expect(await migrate(db.database, dir)).toEqual([]);
});

test('one that fails leaves nothing of itself, and what came before stays', async () => {
  await fresh();
  file('0001_one.sql', 'create table one (n int);');
  file('0002_two.sql', 'create table two (n int); select 1 / 0;');
  await expect(migrate(db.database, dir)).rejects.toThrow('division by zero');
  expect(await db.sql`select to_regclass('one') is not null as one, to_regclass('two') is not null as two`).toEqual([
    { one: true, two: false },
  ]);
  file('0002_two.sql', 'create table two (n int);');
  expect(await migrate(db.database, dir)).toEqual(['0002_two.sql']);
});

test('a file that was applied must not change, and a newer database is left alone', async () => {
  await fresh();
  file('0001_one.sql', 'create table one (n int);');
  file('0002_two.sql', 'create table two (n int);');
  await migrate(db.database, dir);
  rmSync(join(dir, '0002_two.sql'));
  await expect(migrate(db.database, dir)).rejects.toThrow('This database was used by a newer Kith (it has 0002_two.sql).');
  file('0002_two.sql', 'create table two (n int);');
  appendFileSync(join(dir, '0001_one.sql'), '-- more');
  await expect(migrate(db.database, dir)).rejects.toThrow('0001_one.sql was changed after it had been applied here.');
});

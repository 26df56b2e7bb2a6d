import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { test as circleTest } from '../../tests/support/fixtures/circle.ts';
import { testDatabase } from '../../tests/support/postgres.ts';
import { checkKnownDatabase } from './known-database.ts';

const log = pino({ level: 'silent' });

const test = circleTest.extend('directory', async ({ task: _ }, { onCleanup }) => {
  const made = await mkdtemp(join(tmpdir(), 'kith-known-'));
  onCleanup(() => rm(made, { recursive: true }));
  return made;
});

test('an empty database in place of one with members is refused, until the operator says so', async ({ circle, db, directory }) => {
  const other = await testDatabase();
  try {
    await checkKnownDatabase(other.database, directory, log);
    expect(await readdir(directory)).toEqual([]);
    await circle.signUp('Ana');
    await checkKnownDatabase(db.database, directory, log);
    const [file] = await readdir(directory);
    await expect(checkKnownDatabase(other.database, directory, log)).rejects.toThrow(
      `To begin anew, delete ${join(directory, file ?? '')}.`,
    );
    await rm(join(directory, file ?? ''));
    await checkKnownDatabase(other.database, directory, log);
  } finally {
    await other.close();
  }
});

test('a circle whose last member has left starts again, and one without a directory starts', async ({ circle, db, directory }) => {
  const ben = await circle.signUp('Ben');
  await checkKnownDatabase(db.database, directory, log);
  await checkKnownDatabase(db.database, join(directory, 'none'), log);
  await db.sql`delete from users`;
  expect(ben.id).not.toBe('');
  await checkKnownDatabase(db.database, directory, log);
  expect(await readdir(directory)).toEqual([]);
});

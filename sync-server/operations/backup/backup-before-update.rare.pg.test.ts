import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { test as dbTest } from '../../../tests/support/fixtures/db.ts';
import { type Template, testDatabase } from '../../../tests/support/postgres.ts';
import { readConfig } from '../../base/config.ts';
import { migrationsDir } from '../../db/migrate.ts';
import { connect } from '../../db/pool/connect.ts';
import { backUpBeforeUpdate } from './backup-before-update.ts';
import { restoreBackup } from './restore-backup.ts';

const log = pino({ level: 'silent' });

const test = dbTest
  .extend('template', { scope: 'file' }, (): Template => 'demo')
  .extend('directory', async ({ task: _ }, { onCleanup }) => {
    const made = await mkdtemp(join(tmpdir(), 'kith-update-'));
    onCleanup(() => rm(made, { recursive: true }));
    return made;
  });

test('before an update the database is backed up, and from that file the version of before goes on', async ({ db, directory }) => {
  const backups = join(directory, 'backups');
  const newer = join(directory, 'db/migrations');
  await cp(migrationsDir, newer, { recursive: true });
  await cp(join(migrationsDir, '../today'), join(newer, '../today'), { recursive: true });
  await writeFile(join(newer, '0999_broken.sql'), 'alter table posts rename column content to words; drop view scope_readers cascade;');
  const update = () =>
    connect(readConfig({ DATABASE_URL: db.url }), log, {
      migrations: newer,
      beforeUpdate: (first, found) => backUpBeforeUpdate({ ...found, directory: backups, passphrase: null, first, log }),
    });
  // The views of this version do not fit: the update fails, and leaves the tables as they were.
  await expect(update()).rejects.toThrow();
  const [name = ''] = await readdir(backups);
  expect(name).toMatch(/^kith-before-0999_broken-.*Z\.backup$/);
  await db.sql`select content from posts`;

  const bare = await testDatabase('bare');
  try {
    await restoreBackup(bare.url, join(backups, name), null, log);
    expect((await bare.sql`select from posts`).length).toBe((await db.sql`select from posts`).length);
  } finally {
    await bare.close();
  }
});

test('without an update, or without members, nothing is written', async ({ db, directory }) => {
  const backups = join(directory, 'backups');
  const beforeUpdate = (first: string, found: Parameters<NonNullable<Parameters<typeof connect>[2]>['beforeUpdate'] & object>[1]) =>
    backUpBeforeUpdate({ ...found, directory: backups, passphrase: null, first, log });
  const connection = await connect(readConfig({ DATABASE_URL: db.url }), log, { beforeUpdate });
  await connection.close();
  const empty = await testDatabase();
  try {
    await backUpBeforeUpdate({ sql: empty.sql, target: empty.url, directory: backups, passphrase: null, first: '0002_x.sql', log });
  } finally {
    await empty.close();
  }
  expect(await readdir(directory)).toEqual([]);
});

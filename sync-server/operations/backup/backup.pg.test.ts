/** A backup of a database in use, and what a restore makes of it. */
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { contentsOf, test, untouched } from '../../../tests/support/backups.ts';
import type { TestDatabase } from '../../../tests/support/postgres.ts';
import { drawOf } from '../../../tests/support/seed.ts';
import { startApp } from '../../../tests/support/start-app.ts';
import { until } from '../../../tests/support/until.ts';
import { backupTime } from './kept-backups.ts';
import { restoreBackup } from './restore-backup.ts';
import { scheduleBackups } from './scheduled-backups.ts';
import { writeBackup } from './write-backup.ts';

const log = pino({ level: 'silent' });

const epochOf = async ({ sql }: Pick<TestDatabase, 'sql'>): Promise<string> =>
  (await sql<{ epoch: string }[]>`select epoch from epoch`)[0]?.epoch ?? '';

test('nothing that others put there beforehand is written through', async ({ db, directory }) => {
  const [path, own] = [join(directory, 'kith.backup'), join(directory, 'own')];
  await writeFile(own, 'mine', { mode: 0o600 });
  await symlink(own, `${path}.partial`);
  await writeBackup(db.url, path, null);
  expect(await readFile(own, 'utf8')).toBe('mine');

  const other = join(directory, 'other.backup');
  await writeFile(`${other}.partial`, '', { mode: 0o666 });
  await chmod(`${other}.partial`, 0o666);
  await writeBackup(db.url, other, null);
  expect((await stat(other)).mode & 0o777).toBe(0o600);
});

describe('what was written', () => {
  test('is there again after a restore, with every rule, and with another epoch', async ({ db, directory, bare }) => {
    const before = await contentsOf(db);
    const path = join(directory, 'kith.backup');
    const written = await writeBackup(db.url, path, null);
    expect(written.manifest.sections.posts?.rows).toBe(before.rows.posts?.length);
    expect((await stat(path)).mode & 0o077).toBe(0);
    await restoreBackup(bare.url, path, null, log);
    expect(await contentsOf(bare)).toEqual(before);
    expect(await epochOf(bare)).not.toBe(await epochOf(db));
  });

  test('is of one moment, while members go on writing', async ({ server, circle, db, directory, bare }) => {
    const ana = await circle.signUp('Ana Writes');
    let writing = true;
    const posts = (async () => {
      let count = 0;
      while (writing) {
        const answer = await ana.client.post('/api/posts', { content: `Post ${count}`, visibility_type: 'friends' });
        if (answer.status !== 201) throw new Error(`a post was refused: ${answer.status}`);
        count += 1;
      }
      return count;
    })();
    const path = join(directory, 'kith.backup');
    await until(async () => (await server.sql`select from posts where author_id = ${ana.id}`).length > 3);
    await writeBackup(db.url, path, null);
    writing = false;
    await posts;
    // Foreign keys, and a head that is not behind its log, only fit if all tables are of one moment.
    await restoreBackup(bare.url, path, null, log);
    expect(
      (await bare.sql`select from scopes s where exists (select from changes c where c.scope_id = s.id and c.seq > s.head)`).length,
    ).toBe(0);
    expect((await bare.sql`select from posts where author_id = ${ana.id}`).length).toBeGreaterThan(3);
  });

  test('serves again: members sign in, and a mail that was queued is delivered', async ({ server, circle, db, directory, bare }) => {
    const ben = await circle.signUp('Ben Returns');
    // Queued and not delivered: it was refused, and is due again later.
    await server.sql`
      insert into jobs (queue, data, due_at, tries)
      values ('mail', ${server.sql.json({ to: 'late@kith.test', template: 'second-factor-on', data: {} })}, now() + interval '1 hour', 9)`;
    const path = join(directory, 'kith.backup');
    await writeBackup(db.url, path, null);
    await server.sql`delete from jobs where data->>'to' = 'late@kith.test'`;
    await restoreBackup(bare.url, path, null, log);
    const again = await startApp({ on: bare });
    try {
      expect((await again.mailTo('late@kith.test')).subject).toBe('Kith now asks for a code when you sign in');
      const signedIn = await fetch(`${again.url}/api/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: ben.email, password: ben.password }),
      });
      expect(signedIn.status).toBe(200);
    } finally {
      await again.close();
    }
  });
});

describe('a file that does not fit is refused, and nothing is changed', () => {
  test('cut off somewhere', async ({ db, directory, bare }) => {
    const path = join(directory, 'kith.backup');
    await writeBackup(db.url, path, null);
    const whole = await readFile(path);
    const place = Math.floor(drawOf('where a backup ends')() * whole.length);
    const file = join(directory, 'broken.backup');
    await writeFile(file, whole.subarray(0, place));
    await expect(restoreBackup(bare.url, file, null, log), `after ${place} bytes`).rejects.toThrow(/is damaged/);
    expect(await untouched(bare)).toBe(true);
  });

  test('with other rows than its manifest counts', async ({ db, directory, bare }) => {
    const path = join(directory, 'kith.backup');
    await writeBackup(db.url, path, null);
    const archive = gunzipSync(await readFile(path)).toString('latin1');
    const file = join(directory, 'changed.backup');
    await writeFile(file, gzipSync(Buffer.from(archive.replace('Ruth Adeyemi', 'Ruth Adeyemo'), 'latin1')));
    await expect(restoreBackup(bare.url, file, null, log)).rejects.toThrow('the rows of profiles are not complete');
    expect(await untouched(bare)).toBe(true);
  });

  test('of a newer Kith, of another baseline, or no backup at all', async ({ db, directory, bare }) => {
    const path = join(directory, 'kith.backup');
    await writeBackup(db.url, path, null);
    const archive = gunzipSync(await readFile(path)).toString('latin1');
    const file = join(directory, 'changed.backup');
    const restoreChanged = async (changed: string) => {
      await writeFile(file, gzipSync(Buffer.from(changed, 'latin1')));
      return restoreBackup(bare.url, file, null, log);
    };
    const newer = archive.replace('0001_baseline.sql', '9999_baseline.sql').replace('"version": 1', '"version": 9');
    await expect(restoreChanged(newer)).rejects.toThrow('9999_baseline.sql this one does not have');
    const other = archive.replace('0001_baseline.sql', '0001_tables__.sql').replace(/"checksum": "\w{8}/, '"checksum": "00000000');
    await expect(restoreChanged(other)).rejects.toThrow(
      `${file} was written by another Kith: its 0001_tables__.sql is not the 0001_baseline.sql of this one. Nothing was changed.`,
    );
    expect(await bare.sql`select to_regclass('users') is null as absent`).toEqual([{ absent: true }]);
    await writeFile(file, 'a shopping list');
    await expect(restoreBackup(bare.url, file, null, log)).rejects.toThrow(/is damaged|is no backup/);
    await expect(restoreBackup(bare.url, join(directory, 'none'), null, log)).rejects.toThrow('cannot be read');
  });
});

test('a database with members, or one that a server uses, is not restored into', async ({ db, directory, bare }) => {
  const path = join(directory, 'kith.backup');
  await writeBackup(db.url, path, null);
  await expect(restoreBackup(db.url, path, null, log)).rejects.toThrow('A server is using this database. Stop it first.');
  await restoreBackup(bare.url, path, null, log);
  await bare.sql.end();
  await bare.database.close();
  await until(async () => {
    const refusal = await restoreBackup(bare.url, path, null, log).catch((error: Error) => error.message);
    return refusal === 'This database has members. A backup is restored into an empty database only.';
  });
});

test('a backup that cannot be written leaves no file', async ({ db, directory }) => {
  const path = join(directory, 'kith.backup');
  await writeFile(path, 'mine');
  await expect(writeBackup(db.url, path, null)).rejects.toThrow('exists already');
  await expect(writeBackup(db.url, join(directory, 'none/kith.backup'), null)).rejects.toThrow('cannot be written');
  await expect(writeBackup(db.url.replace(/\/test_/, '/none_'), join(directory, 'other.backup'), null)).rejects.toThrow(/does not exist/);
  expect(await readdir(directory)).toEqual(['kith.backup']);
  expect(await readFile(path, 'utf8')).toBe('mine');
});

describe('backups every day', () => {
  test('are written when they are due and not before; health says so', async ({ db, directory }) => {
    const server = await startApp({ on: db, env: { BACKUP_DIR: directory }, backupTarget: db.url });
    try {
      await until(async () => (await readdir(directory)).some((name) => backupTime(name) !== null));
      await until(async () => (await (await fetch(`${server.url}/api/health`)).json()).data.backup === 'good');
    } finally {
      await server.close();
    }
  });

  test('that fail are said once by mail, tried again after an hour, and good again when they are', async ({ db, directory }) => {
    const mails: string[] = [];
    let now = new Date('2026-05-01T12:00:00Z');
    const backups = scheduleBackups({
      directory: join(directory, 'gone'),
      minuteOfDay: 0,
      passphrase: null,
      target: db.url,
      database: db.database,
      log,
      mailFailure: async (message) => void mails.push(message),
      now: () => now,
    });
    try {
      await backups.writeIfDue();
      expect((await backups.status()).state).toBe('failed');
      expect(mails).toEqual([expect.stringContaining('cannot be written')]);
      await backups.writeIfDue();
      expect(mails).toHaveLength(1);
      now = new Date('2026-05-01T13:01:00Z');
      await mkdir(join(directory, 'gone'));
      await backups.writeIfDue();
      expect((await backups.status()).state).toBe('good');
      expect(await readdir(join(directory, 'gone'))).toEqual(['kith-2026-05-01-130100Z.backup']);
      now = new Date('2026-05-01T23:00:00Z');
      await backups.writeIfDue();
      expect(await readdir(join(directory, 'gone'))).toHaveLength(1);
      now = new Date('2026-05-04T13:00:00Z');
      expect((await backups.status()).state).toBe('old');
    } finally {
      await backups.close();
    }
  });
});

/** A backup of a database in use, and what a restore makes of it. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { test as serverTest } from '../../tests/support/fixtures/server.ts';
import { type Template, type TestDatabase, testDatabase } from '../../tests/support/postgres.ts';
import { startApp } from '../../tests/support/start-app.ts';
import { until } from '../../tests/support/until.ts';
import { withCopyClient } from '../db/copy-client.ts';
import { backupTime } from './kept-backups.ts';
import { isEncrypted } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { scheduleBackups } from './scheduled-backups.ts';
import { writeBackup } from './write-backup.ts';

const log = pino({ level: 'silent' });

const test = serverTest
  .extend('template', { scope: 'file' }, (): Template => 'demo')
  .extend('directory', async ({ task: _ }, { onCleanup }) => {
    const made = await mkdtemp(join(tmpdir(), 'kith-backup-'));
    onCleanup(() => rm(made, { recursive: true }));
    return made;
  })
  .extend('bare', async ({ task: _ }, { onCleanup }) => {
    const made = await testDatabase('bare');
    onCleanup(() => made.close());
    return made;
  });

/** Every row of every table but those that follow from the version, as text, and every constraint, index, trigger and sequence. */
async function contentsOf({ sql }: Pick<TestDatabase, 'sql'>) {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('migrations', 'today_objects', 'epoch') order by 1`;
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    rows[name] = (await sql.unsafe(`select t::text as row from ${name} t order by 1`)).map(({ row }) => row as string);
  }
  const rules = await sql<{ rule: string }[]>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid <> 0
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`;
  const sequences = await sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`;
  return { rows, rules: rules.map(({ rule }) => rule), sequences: sequences.map((each) => ({ ...each })) };
}

const epochOf = async ({ sql }: Pick<TestDatabase, 'sql'>): Promise<string> =>
  (await sql<{ epoch: string }[]>`select epoch from epoch`)[0]?.epoch ?? '';

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
    // Queued and not delivered: the job is of a later time.
    await server.sql`
      insert into pgboss.job (name, data, start_after) values ('mail', ${server.sql.json({ to: 'late@kith.test', template: 'second-factor-on', data: {} })}, now() + interval '1 hour')`;
    const path = join(directory, 'kith.backup');
    await writeBackup(db.url, path, null);
    await server.sql`delete from pgboss.job where data->>'to' = 'late@kith.test'`;
    await restoreBackup(bare.url, path, null, log);
    const again = await startApp({ on: bare });
    try {
      expect((await again.mailTo('late@kith.test')).subject).toBe('Signing in now takes a code');
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
  // Not by `sql`, whose connections look like those of a server.
  const untouched = ({ url }: TestDatabase) =>
    withCopyClient(url, async (client) => {
      const { rows } = await client.query("select to_regclass('users') is null as none");
      return rows[0].none || (await client.query('select from users')).rowCount === 0;
    });

  // Each opening of an encrypted file takes a second of processor time, which is the point of it.
  test('without the passphrase, or with another one', { timeout: 90_000 }, async ({ db, directory, bare }) => {
    const path = join(directory, 'kith.backup');
    await writeBackup(db.url, path, 'twelve letters');
    expect(await isEncrypted(path)).toBe(true);
    expect((await readFile(path)).includes('Ana')).toBe(false);
    await expect(restoreBackup(bare.url, path, null, log)).rejects.toThrow('is encrypted. Set BACKUP_PASSPHRASE');
    await expect(restoreBackup(bare.url, path, 'another phrase', log)).rejects.toThrow('does not open with this passphrase');
    expect(await untouched(bare)).toBe(true);
    await restoreBackup(bare.url, path, 'twelve letters', log);
    expect((await contentsOf(bare)).rows.users).toEqual((await contentsOf(db)).rows.users);
  });

  test('cut off or changed anywhere, encrypted or not', { timeout: 90_000 }, async ({ db, directory, bare }) => {
    for (const passphrase of [null, 'twelve letters']) {
      const path = join(directory, `kith-${passphrase === null}.backup`);
      await writeBackup(db.url, path, passphrase);
      const whole = await readFile(path);
      const changed = Buffer.from(whole);
      const middle = Math.floor(whole.length / 2);
      changed[middle] = (changed[middle] ?? 0) ^ 1;
      // Opening an encrypted file takes a second: one way to break it is enough.
      const all = [changed, whole.subarray(0, middle), whole.subarray(0, whole.length - 1)];
      for (const broken of passphrase === null ? all : all.slice(0, 1)) {
        const file = join(directory, 'broken.backup');
        await writeFile(file, broken);
        await expect(restoreBackup(bare.url, file, passphrase, log)).rejects.toThrow(/is damaged/);
        expect(await untouched(bare)).toBe(true);
      }
    }
  });

  test('changed where Postgres refuses a row before the end of the file is read', async ({ db, directory, bare }) => {
    const path = join(directory, 'kith.backup');
    await writeBackup(db.url, path, null);
    const archive = gunzipSync(await readFile(path)).toString('latin1');
    const file = join(directory, 'changed.backup');
    const changed = archive.replace(/(?<=\t)20\d\d-\d\d-\d\d /, '20:6-07-01 ');
    expect(changed).not.toBe(archive);
    expect(changed.length).toBe(archive.length);
    await writeFile(file, gzipSync(Buffer.from(changed, 'latin1')));
    await expect(restoreBackup(bare.url, file, null, log)).rejects.toThrow(/is damaged/);
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

  test('of a newer Kith, or no backup at all', async ({ db, directory, bare }) => {
    const path = join(directory, 'kith.backup');
    await writeBackup(db.url, path, null);
    const archive = gunzipSync(await readFile(path)).toString('latin1');
    const file = join(directory, 'changed.backup');
    await writeFile(
      file,
      gzipSync(
        Buffer.from(
          archive.replace('0028_views_and_functions.sql', '9999_views_and_functions.sql').replace(/"version": 28/, '"version": 99'),
          'latin1',
        ),
      ),
    );
    await expect(restoreBackup(bare.url, file, null, log)).rejects.toThrow('9999_views_and_functions.sql this one does not have');
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
      await backups.look();
      expect((await backups.status()).state).toBe('failed');
      expect(mails).toEqual([expect.stringContaining('cannot be written')]);
      await backups.look();
      expect(mails).toHaveLength(1);
      now = new Date('2026-05-01T13:01:00Z');
      await mkdir(join(directory, 'gone'));
      await backups.look();
      expect((await backups.status()).state).toBe('good');
      expect(await readdir(join(directory, 'gone'))).toEqual(['kith-2026-05-01-130100Z.backup']);
      now = new Date('2026-05-01T23:00:00Z');
      await backups.look();
      expect(await readdir(join(directory, 'gone'))).toHaveLength(1);
      now = new Date('2026-05-04T13:00:00Z');
      expect((await backups.status()).state).toBe('old');
    } finally {
      await backups.close();
    }
  });
});

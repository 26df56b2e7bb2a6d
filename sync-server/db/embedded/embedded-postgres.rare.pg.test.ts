import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { test as base, expect, onTestFinished, vi } from 'vitest';
import { isRunning, postmasterIn, untilGone } from '../../../tests/support/running.ts';
import { openPool } from '../pool/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres, startLocked } from './embedded-postgres.ts';
import { findPostgres, makeUsable } from './postgres-binaries.ts';

const root = resolve(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const silent = pino({ level: 'silent' });
// Most tests start one or two instances of Postgres, each with durable writes to the disk.
vi.setConfig({ testTimeout: 60_000 });

/** A process that starts a Postgres, and its first line: the connection, or the error. */
interface Host {
  readonly process: ChildProcess;
  readonly answer: Promise<EmbeddedPostgres['connection'] & { readonly pid: number; readonly error?: string }>;
}

type Database = Pick<EmbeddedPostgres, 'connection'>;

async function withSql<T>({ connection }: Database, work: (sql: ReturnType<typeof openPool>) => Promise<T>): Promise<T> {
  const sql = openPool(connection, silent, 1);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
const write = (database: Database) =>
  withSql(database, async (sql) => {
    await sql`create table if not exists kept (n int)`;
    await sql`insert into kept values (1)`;
  });
const count = (database: Database) => withSql(database, async (sql) => (await sql<{ n: number }[]>`select count(*) as n from kept`)[0]?.n);
const comesBackWith = (database: Database, rows: number) =>
  vi.waitFor(async () => expect(await count(database)).toBe(rows), { timeout: 60_000, interval: 50 });

async function end(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = once(process, 'exit');
  process.kill(signal);
  await gone;
}

const test = base
  /** a directory with a database that was created and stopped in an orderly way, to be copied by `madeBefore` */
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('pattern', { scope: 'file' }, async ({}, { onCleanup }) => {
    const pattern = mkdtempSync(join(tmpdir(), 'kith-embedded-'));
    onCleanup(() => rmSync(pattern, { recursive: true, force: true }));
    const made = await startEmbeddedPostgres(pattern, silent);
    await write(made);
    await made.stop();
    return pattern;
  })
  /** Creates a directory, which is deleted after the test. */
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('folder', async ({}, { onCleanup }) => {
    const folders: string[] = [];
    onCleanup(() => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    return (): string => {
      const folder = mkdtempSync(join(tmpdir(), 'kith-embedded-'));
      folders.push(folder);
      return folder;
    };
  })
  /** A directory with a database of one row. It is a copy, because creating a database takes seconds. */
  .extend('madeBefore', ({ pattern, folder }) => (): string => {
    const dataDir = folder();
    execFileSync('cp', ['-Rp', join(pattern, 'postgres'), dataDir]);
    return dataDir;
  })
  /** Starts a Postgres in this process. It is stopped after the test. */
  .extend('start', async ({ folder: _ }, { onCleanup }) => {
    const started: EmbeddedPostgres[] = [];
    onCleanup(async () => {
      for (const embedded of started) await embedded.stop();
    });
    return async (dataDir: string) => {
      const embedded = await startEmbeddedPostgres(dataDir, silent);
      started.push(embedded);
      const { pid } = embedded;
      if (pid === undefined) throw new Error('it has no process');
      return { connection: embedded.connection, pid, stop: () => embedded.stop() };
    };
  })
  /** Starts a Postgres in a child process, for tests that kill the child. Both are ended after the test. */
  .extend('spawnHost', async ({ folder: _ }, { onCleanup }) => {
    const hosts: ChildProcess[] = [];
    onCleanup(async () => {
      for (const host of hosts) await end(host, 'SIGTERM');
    });
    return (dataDir: string, as: { uid?: number; gid?: number } = {}): Host => {
      const host = spawn(process.execPath, ['--import', 'tsx', join(root, 'tests/support/embedded-host.ts'), dataDir], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
        ...as,
      });
      hosts.push(host);
      return { process: host, answer: once(createInterface(host.stdout), 'line').then(([line]) => JSON.parse(line)) };
    };
  })
  /** The same, and waits until the Postgres runs. */
  .extend('hold', ({ spawnHost }) => async (...args: Parameters<typeof spawnHost>) => {
    const host = spawnHost(...args);
    const { pid, error, ...connection } = await host.answer;
    expect(error).toBeUndefined();
    return { process: host.process, pid, connection };
  });

const watchdogOf = (pid: number): number =>
  Number(
    execFileSync('pgrep', ['-f', `kith-postgres-watchdog ${pid} `], { encoding: 'utf8' })
      .trim()
      .split('\n')[0],
  );

test('it is created, keeps its rows over a restart, and is durable', async ({ folder, start }) => {
  const dataDir = join(folder(), 'deep', 'data');
  const first = await start(dataDir);
  await write(first);
  const settings = await withSql(first, async (sql) => {
    const rows = await sql<{ name: string; setting: string }[]>`
      select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses')`;
    return Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  });
  expect(settings).toEqual({ fsync: 'on', full_page_writes: 'on', listen_addresses: '', synchronous_commit: 'on' });
  // As root it runs as another user, in a directory that this user could not enter.
  if (isRoot) expect(statSync(`/proc/${first.pid}`).uid).not.toBe(0);
  await first.stop();
  expect(isRunning(first.pid)).toBe(false);
  expect(existsSync(first.connection.host)).toBe(false);

  expect(await count(await start(dataDir))).toBe(1);
});

test('when its server is killed it ends, and the next start finds all rows', async ({ madeBefore, hold, start }) => {
  const dataDir = madeBefore();
  const first = await hold(dataDir);
  await write(first);
  await end(first.process, 'SIGKILL');
  await untilGone(first.pid);
  expect(await count(await start(dataDir))).toBe(2);
});

test('however often it is killed itself, it comes back under the same server, and still ends with that server', async ({
  madeBefore,
  hold,
}) => {
  const dataDir = madeBefore();
  const held = await hold(dataDir);
  for (let round = 1; round <= 3; round += 1) {
    await write(held);
    const pid = postmasterIn(dataDir);
    process.kill(pid, 'SIGKILL');
    await untilGone(pid);
    await comesBackWith(held, 1 + round);
  }
  expect(held.process.exitCode).toBeNull();
  const last = postmasterIn(dataDir);
  await end(held.process, 'SIGKILL');
  await untilGone(last);
});

test('when both are killed, the next start recovers', async ({ madeBefore, hold, start }) => {
  const dataDir = madeBefore();
  const first = await hold(dataDir);
  await write(first);
  process.kill(first.pid, 'SIGKILL');
  await end(first.process, 'SIGKILL');
  expect(await count(await start(dataDir))).toBe(2);
});

test('a Postgres that outlived its server and watchdog is ended by the next start, never reused', async ({ madeBefore, hold, start }) => {
  const dataDir = madeBefore();
  const first = await hold(dataDir);
  await write(first);
  const watchdog = watchdogOf(first.pid);
  // Paused first, so that neither can react to the end of the other.
  first.process.kill('SIGSTOP');
  process.kill(watchdog, 'SIGKILL');
  await end(first.process, 'SIGKILL');
  expect(isRunning(first.pid)).toBe(true);
  const second = await start(dataDir);
  expect(isRunning(first.pid)).toBe(false);
  expect(await count(second)).toBe(2);
});

test('a database that was half created when its server was killed is created again', async ({ folder, spawnHost, start }) => {
  const dataDir = folder();
  const first = spawnHost(dataDir);
  const half = () => readdirSync(dataDir).find((name) => name.startsWith('postgres-unfinished-'));
  await vi.waitFor(() => expect(readdirSync(join(dataDir, half() ?? 'none'))).toContain('PG_VERSION'), { timeout: 60_000, interval: 5 });
  await end(first.process, 'SIGKILL');
  await write(await start(dataDir));
});

test('a stale pid file whose number now belongs to another process does not prevent a start', async ({ madeBefore, start }) => {
  const dataDir = madeBefore();
  const first = await start(dataDir);
  const note = join(dataDir, 'postgres', 'postmaster.pid');
  const text = readFileSync(note, 'utf8');
  const { uid, gid } = statSync(note);
  await first.stop();
  const stranger = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
  onTestFinished(() => void stranger.kill());
  writeFileSync(note, text.replace(/^\d+/, String(stranger.pid)));
  chownSync(note, uid, gid);
  expect(await count(await start(dataDir))).toBe(1);
  expect(isRunning(Number(stranger.pid))).toBe(true);
});

test('a busy backend of a killed Postgres does not prevent a new start', async ({ madeBefore, start }) => {
  const held = await start(madeBefore());
  const busy = withSql(held, async (sql) => {
    await sql`select pg_sleep(0)`;
    process.kill(held.pid, 'SIGKILL');
    // This statement never waits, so its backend would not notice.
    await sql`select count(*) from generate_series(1, 2000000000) n where sqrt(n) < 0`;
  });
  await expect(busy).rejects.toThrow();
  await comesBackWith(held, 1);
});

test('a directory in use is refused with a message, and stays in use', async ({ madeBefore, start }) => {
  const dataDir = madeBefore();
  const first = await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(
    `Another Kith (process ${process.pid}) is using ${dataDir}. Stop it first, or give this one a directory of its own with DATA_DIR.`,
  );
  await write(first);
});

test('a database of a newer Postgres is refused with a message and left as it is', async ({ folder, start }) => {
  const dataDir = folder();
  const cluster = join(dataDir, 'postgres');
  mkdirSync(cluster);
  writeFileSync(join(cluster, 'PG_VERSION'), '99\n');
  writeFileSync(join(cluster, 'precious'), 'data');
  const before = statSync(cluster);
  await expect(start(dataDir)).rejects.toThrow(/was made by Postgres 99, and this Kith brings Postgres \d+\. Nothing was changed\./);
  expect(readdirSync(cluster).sort()).toEqual(['PG_VERSION', 'precious']);
  expect(statSync(cluster)).toMatchObject({ uid: before.uid, mode: before.mode, mtimeMs: before.mtimeMs });
});

test.for([
  ['without its control file', 'global/pg_control', /could not find the database system|pg_control/],
  ['without its log of writes', 'pg_wal', /could not (?:locate a valid checkpoint record|open)|required WAL directory/],
] as const)(
  'a database %s is not started: the error has its last log lines and what to do',
  async ([, lost, words], { madeBefore, start }) => {
    const dataDir = madeBefore();
    rmSync(join(dataDir, 'postgres', lost), { recursive: true });
    const refused = await start(dataDir).then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(refused).toContain(`Postgres did not start on ${join(dataDir, 'postgres')}. Its last words:\n`);
    expect(refused).toMatch(words);
    expect(refused).toContain('put the last backup in their place, and say "npm run restored"');
    // The remaining files stay for the operator to repair.
    expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
  },
);

test('files that are no database are left alone', async ({ folder, start }) => {
  const dataDir = folder();
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'mine');
  await expect(start(dataDir)).rejects.toThrow(/holds files, but no database/);
  expect(readFileSync(join(dataDir, 'postgres', 'letter.txt'), 'utf8')).toBe('mine');
});

test('binaries without their links (install scripts are off) are completed, as root also where other users cannot enter', async ({
  folder,
}) => {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { postgres: string };
  const home = folder();
  const native = join(home, 'native');
  cpSync(dirname(dirname(postgres)), native, { recursive: true, verbatimSymlinks: true });
  cpSync(join(dirname(dirname(dirname(postgres))), 'package.json'), join(home, 'package.json'));
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  expect(links.length).toBeGreaterThan(0);
  for (const { target } of links) rmSync(join(home, target), { force: true });

  // mkdtemp creates a directory that only its owner may enter.
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : null;
  const found = await makeUsable(native, user, join(home, 'data'));
  if (isRoot) expect(found.postgres.startsWith(home)).toBe(false);
  const version = execFileSync(found.initdb, ['--version'], { encoding: 'utf8', ...(user ?? {}) });
  expect(version).toMatch(/^initdb \(PostgreSQL\) \d+/);
});

test('a database that cannot be made leaves nothing behind, also no directory for its socket', async ({ folder }) => {
  const [dataDir, temporary] = [folder(), folder()];
  // The user that Postgres runs as must be able to reach it.
  chmodSync(temporary, 0o777);
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const find: typeof findPostgres = async (...args) => ({ ...(await findPostgres(...args)), initdb: '/bin/false' });
  await expect(startLocked(dataDir, silent, { find })).rejects.toThrow('The database could not be made');
  expect([readdirSync(temporary), readdirSync(dataDir)]).toEqual([[], []]);
});

test.runIf(isRoot)('as root it opens a database that root has copied there', async ({ folder, madeBefore, start }) => {
  const copy = join(folder(), 'restored');
  mkdirSync(copy);
  // The copy belongs to the user who runs cp.
  execFileSync('cp', ['-R', join(madeBefore(), 'postgres'), copy]);
  expect(statSync(join(copy, 'postgres', 'PG_VERSION')).uid).toBe(0);
  expect(await count(await start(copy))).toBe(1);
});

/** Other users cannot start anything from a checkout that they cannot read. */
function isReachable(): boolean {
  for (let at = import.meta.dirname; at !== dirname(at); at = dirname(at)) if ((statSync(at).mode & 1) === 0) return false;
  return true;
}

test.runIf(isRoot && isReachable())('an ordinary user can start it too', async ({ folder, hold }) => {
  const dataDir = folder();
  chownSync(dataDir, NOBODY, NOBODY);
  const held = await hold(dataDir, { uid: NOBODY, gid: NOBODY });
  await write(held);
  expect(statSync(`/proc/${held.pid}`).uid).toBe(NOBODY);
});

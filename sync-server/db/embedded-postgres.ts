/**
 * The Postgres that runs inside Kith where nobody set up another: durable, on a unix socket alone, as a child that ends with the
 * server even when the server is killed, and that is started again when it is killed itself.
 *
 * As root it runs under another user, because Postgres refuses to be root. That user may not be allowed into the directories
 * above the data, so Postgres is started *in* its data directory and knows it as /proc/self/cwd, which needs no way through them.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import postgres from 'postgres';
import { lockData } from './data-lock.ts';
import { EmbeddedPostgresError, findPostgres, type PostgresBinaries, type RunAs } from './postgres-binaries.ts';

const SUPERUSER = 'kith';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
/** More restarts than this in a minute, and something is wrong that restarting does not mend. */
const MAX_RESTARTS = 5;

export interface EmbeddedPostgres {
  /** what postgres.js connects to */
  readonly connection: { readonly host: string; readonly database: string; readonly username: string };
  /** Stops Postgres in order and lets go of the data directory. */
  stop(): Promise<void>;
  /** Told when Postgres ended and could not be started again. */
  onGivenUp(handler: (error: Error) => void): void;
  readonly pid: number | undefined;
}

interface Place {
  readonly binaries: PostgresBinaries;
  readonly runAs: RunAs | null;
  /** real path of Postgres's own data directory */
  readonly cluster: string;
  /** how Postgres itself is told where that is */
  readonly clusterName: string;
  readonly socketDir: string;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts Postgres on `<dataDir>/postgres`, making it where there is none.
 *
 * @throws EmbeddedPostgresError with a sentence that says what to do, having touched nothing, where the directory is in use, is of
 *   another major version, or cannot be written to
 */
export async function startEmbeddedPostgres(dataDir: string, log: Logger): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true }).catch((error: Error) => {
    throw new EmbeddedPostgresError(`The data directory ${dataDir} cannot be made: ${error.message}`);
  });
  const unlock = await lockData(dataDir);
  try {
    return await startLocked(dataDir, log, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function startLocked(dataDir: string, log: Logger, unlock: () => Promise<void>): Promise<EmbeddedPostgres> {
  const cluster = join(await realpath(dataDir), 'postgres');
  const runAs = await chooseUser(cluster);
  const binaries = await findPostgres(runAs);
  await checkVersion(cluster, binaries);
  await endOrphan(cluster);

  await mkdir(cluster, { recursive: true, mode: 0o700 });
  if (runAs) await chown(cluster, runAs.uid, runAs.gid);
  // Short, because the path of a socket may not be longer than about 100 characters, and for our eyes only.
  const socketDir = await mkdtemp(join(tmpdir().length < 40 ? tmpdir() : '/tmp', 'kith-'));
  await chmod(socketDir, 0o700);
  if (runAs) await chown(socketDir, runAs.uid, runAs.gid);
  const place: Place = { binaries, runAs, cluster, clusterName: runAs ? '/proc/self/cwd' : cluster, socketDir };
  if ((await readdir(cluster)).length === 0) await makeCluster(place);

  let stopping = false;
  let givenUp: (error: Error) => void = () => undefined;
  let child = spawnPostgres(place, log);
  let watchdog = spawnWatchdog(place, child);
  const restarts: number[] = [];

  const supervise = (): void => {
    child.once('exit', (code, signal) => {
      if (stopping) return;
      const now = Date.now();
      restarts.push(now);
      if (restarts.filter((at) => now - at < 60_000).length > MAX_RESTARTS) {
        givenUp(new EmbeddedPostgresError('Postgres ended again and again; its last words are in the log.'));
        return;
      }
      log.warn({ code, signal }, 'Postgres ended unexpectedly and is started again');
      void restart();
    });
    watchdog.once('exit', () => {
      if (stopping || hasEnded(child)) return;
      watchdog = spawnWatchdog(place, child);
    });
  };
  async function restart(): Promise<void> {
    watchdog.removeAllListeners('exit');
    watchdog.stdin?.end('done\n');
    // Children of the old one may still be on their way out, and a new one waits for none of them.
    for (let attempt = 1; !stopping; attempt += 1) {
      child = spawnPostgres(place, log);
      watchdog = spawnWatchdog(place, child);
      if (await untilReady(child)) break;
      watchdog.stdin?.end('done\n');
      if (attempt === 20) {
        givenUp(new EmbeddedPostgresError('Postgres could not be started again; its last words are in the log.'));
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    if (!stopping) supervise();
  }
  async function stop(): Promise<void> {
    stopping = true;
    if (!hasEnded(child)) {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      const late = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(late);
    }
    watchdog.stdin?.end('done\n');
    await rm(socketDir, { recursive: true, force: true });
    await unlock();
  }

  // A killed predecessor may have left children that take a moment to notice.
  for (let attempt = 1; ; attempt += 1) {
    if (await untilReady(child)) break;
    watchdog.stdin?.end('done\n');
    if (attempt === 12) {
      stopping = true;
      await rm(socketDir, { recursive: true, force: true });
      throw new EmbeddedPostgresError(`Postgres did not start on ${cluster}; what it said is in the log above.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    child = spawnPostgres(place, log);
    watchdog = spawnWatchdog(place, child);
  }
  supervise();
  await ensureDatabase(place);
  return {
    connection: { host: socketDir, database: 'kith', username: SUPERUSER },
    stop,
    onGivenUp: (handler) => {
      givenUp = handler;
    },
    get pid() {
      return child.pid;
    },
  };
}

/** Nobody special where we are not root; else whoever owns the data already, or `postgres`, or `nobody`. */
async function chooseUser(cluster: string): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await lstat(cluster).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const found = users.find(([name]) => name === wanted);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new EmbeddedPostgresError(
    'Postgres refuses to run as root, and there is neither a user "postgres" nor "nobody". Start Kith as an ordinary user.',
  );
}

async function checkVersion(cluster: string, binaries: PostgresBinaries): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (found === '') {
    const entries = await readdir(cluster).catch(() => []);
    if (entries.length > 0) throw new EmbeddedPostgresError(`${cluster} holds files, but no database. Move them away, or set DATA_DIR.`);
    return;
  }
  const { stdout } = await promisify(execFile)(binaries.postgres, ['--version'], { env: environment });
  const ours = /(\d+)(?:\.\d+)?/.exec(stdout)?.[1] ?? '';
  if (found === ours) return;
  const advice =
    Number(found) > Number(ours)
      ? 'Start the newer Kith that made it.'
      : 'Start the Kith that made it, export the database with pg_dump, and import it into a new directory.';
  throw new EmbeddedPostgresError(
    `The database in ${cluster} was made by Postgres ${found}, and this Kith brings Postgres ${ours}. Nothing was changed. ${advice}`,
  );
}

/**
 * Ends a Postgres that outlived a server and its watchdog, both killed. We hold the lock of the directory, so it is nobody's.
 */
async function endOrphan(cluster: string): Promise<void> {
  const pid = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !(await isPostgresOf(pid, cluster))) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isPostgresOf(pid, cluster)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The number may belong to another process by now, so it is asked where it works. */
async function isPostgresOf(pid: number, cluster: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster;
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(cluster);
}

const asUser = ({ runAs }: Place) => (runAs ? { uid: runAs.uid, gid: runAs.gid } : {});

async function makeCluster(place: Place): Promise<void> {
  const args = ['-D', place.clusterName, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  try {
    await promisify(execFile)(place.binaries.initdb, args, { cwd: place.cluster, env: environment, ...asUser(place) });
  } catch (error) {
    // Half a database would be taken for a whole one at the next start.
    for (const entry of await readdir(place.cluster)) await rm(join(place.cluster, entry), { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      `The database could not be made in ${place.cluster}: ${String((error as { stderr?: string }).stderr ?? error).trim()}`,
    );
  }
}

function spawnPostgres(place: Place, log: Logger): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: place.socketDir,
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    max_connections: '60',
    shared_buffers: '128MB',
    log_checkpoints: 'off',
  };
  const args = ['-D', place.clusterName, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(place.binaries.postgres, args, {
    cwd: place.cluster,
    env: environment,
    // A session of its own: Ctrl-C in the terminal is for the server, which first lets running commands finish.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...asUser(place),
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) {
      if (/\b(FATAL|PANIC)\b/.test(line) && !/starting up|shutting down|terminating connection/.test(line))
        log.warn({ postgres: line }, 'Postgres');
      else if (line !== '') log.debug({ postgres: line }, 'Postgres');
    }
  });
  child.on('error', (error) => log.error({ error: error.message }, 'Postgres could not be run'));
  return child;
}

/**
 * Ends Postgres when the server is gone: a shell that waits on a pipe which only the server holds. `done` says that the server
 * ended Postgres itself.
 */
function spawnWatchdog(place: Place, child: ChildProcess): ChildProcess {
  const script = 'read -r word; [ "$word" = done ] || { kill -INT "$1" 2>/dev/null; rm -rf "$2"; }';
  const watchdog = spawn('/bin/sh', ['-c', script, 'kith-postgres-watchdog', String(child.pid ?? 0), place.socketDir], {
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...asUser(place),
  });
  watchdog.stdin?.on('error', () => undefined);
  watchdog.on('error', () => undefined);
  return watchdog;
}

/** True as soon as Postgres takes connections, by its own word; false where it ended before that. */
function untilReady(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    if (child.pid === undefined || hasEnded(child)) return resolve(false);
    const late = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    const settle = (ready: boolean) => {
      clearTimeout(late);
      child.off('exit', onExit);
      child.stderr?.off('data', onData);
      resolve(ready);
    };
    const onExit = () => settle(false);
    const onData = (text: string) => {
      if (text.includes('database system is ready to accept connections')) settle(true);
    };
    child.on('exit', onExit);
    child.stderr?.on('data', onData);
  });
}

async function ensureDatabase(place: Place): Promise<void> {
  const sql = postgres({ host: place.socketDir, database: 'postgres', username: SUPERUSER, max: 1, onnotice: () => undefined });
  try {
    const [found] = await sql`select 1 from pg_database where datname = 'kith'`;
    if (!found) await sql.unsafe('create database kith');
  } finally {
    await sql.end();
  }
}

/**
 * The Postgres that runs inside Kith where nobody set up another: durable, on a unix socket alone, as a child that ends with the
 * server even when the server is killed, and that is started again when it is killed itself, or ended for want of disk space.
 *
 * As root it runs under another user, because Postgres refuses to be root. That user may not be allowed into the directories
 * above the data, so Postgres is started *in* its data directory and knows it as /proc/self/cwd, which needs no way through them.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lchown, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import postgres from 'postgres';
import { lockData } from './data-lock.ts';
import { lacksDiskSpace } from './disk-space.ts';
import {
  canReach,
  EmbeddedPostgresError,
  findPostgres,
  type PostgresBinaries,
  postgresEnvironment,
  type RunAs,
} from './postgres-binaries.ts';
import { endBackends, endOrphan, markOf } from './postmaster.ts';

const SUPERUSER = 'kith';
const UNFINISHED = 'postgres-unfinished-';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
/** More restarts than this in a minute, and something is wrong that restarting does not mend. */
const MAX_RESTARTS = 5;
const SPACE_PAUSE_MS = 1_000;

export interface EmbeddedPostgres {
  /** what postgres.js connects to */
  readonly connection: { readonly host: string; readonly database: string; readonly username: string };
  /** Stops Postgres in order and lets go of the data directory. */
  stop(): Promise<void>;
  /** Told when Postgres ended and could not be started again. */
  onGivenUp(handler: (error: Error) => void): void;
  readonly pid: number | undefined;
}

/** What postgres.js connects to where Postgres has its socket in this directory. */
export const connectionIn = (socketDir: string): EmbeddedPostgres['connection'] => ({
  host: socketDir,
  database: 'kith',
  username: SUPERUSER,
});

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
  const home = await realpath(dataDir);
  const cluster = join(home, 'postgres');
  const runAs = await chooseUser(cluster);
  const binaries = await findPostgres(runAs, home);
  await checkVersion(cluster, binaries);
  await endOrphan(cluster);
  const socketDir = await makeSocketDir(runAs);
  const place: Place = { binaries, runAs, cluster, clusterName: runAs ? '/proc/self/cwd' : cluster, socketDir };
  await makeCluster(home, place);

  let stopping = false;
  let givenUp: (error: Error) => void = () => undefined;
  let child = spawnPostgres(place, log);
  let watchdog = guard(child);
  const restarts: number[] = [];

  const supervise = (): void => {
    child.once('exit', async (code, signal) => {
      // A full disk ends Postgres as often as it is started: that says nothing of how it will go once there is space.
      const forSpace = await lacksDiskSpace(home);
      if (stopping) return;
      const now = Date.now();
      if (!forSpace) restarts.push(now);
      if (restarts.filter((at) => now - at < 60_000).length > MAX_RESTARTS) {
        givenUp(new EmbeddedPostgresError('Postgres ended again and again; its last words are in the log.'));
        return;
      }
      log.warn({ code, signal }, 'Postgres ended unexpectedly and is started again');
      void restart();
    });
  };
  /** Postgres is never without a watchdog: one that is killed is replaced. */
  function guard(guarded: ChildProcess): ChildProcess {
    const made = spawnWatchdog(place, guarded);
    made.once('exit', () => {
      if (made === watchdog && !stopping && !hasEnded(guarded)) watchdog = guard(guarded);
    });
    return made;
  }
  async function restart(): Promise<void> {
    watchdog.stdin?.end('done\n');
    for (let attempts = 1; !stopping; ) {
      await endBackends(markOf(socketDir));
      if (stopping) return;
      child = spawnPostgres(place, log);
      watchdog = guard(child);
      if (await untilReady(child)) break;
      watchdog.stdin?.end('done\n');
      const forSpace = await lacksDiskSpace(home);
      if (forSpace) log.error('Postgres could not start for lack of disk space, and is started again until there is some');
      else if (attempts === 20) {
        givenUp(new EmbeddedPostgresError('Postgres could not be started again; its last words are in the log.'));
        return;
      } else attempts += 1;
      await new Promise((resolve) => setTimeout(resolve, forSpace ? SPACE_PAUSE_MS : 250));
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

  for (let attempt = 1; ; attempt += 1) {
    if (await untilReady(child)) break;
    watchdog.stdin?.end('done\n');
    if (attempt === 12) {
      stopping = true;
      await rm(socketDir, { recursive: true, force: true });
      const why = (await lacksDiskSpace(home)) ? 'the disk is full' : 'what it said is in the log above';
      throw new EmbeddedPostgresError(`Postgres did not start on ${cluster}; ${why}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    child = spawnPostgres(place, log);
    watchdog = guard(child);
  }
  supervise();
  await ensureDatabase(place);
  return {
    connection: connectionIn(socketDir),
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
  const owner = await lstat(join(cluster, 'PG_VERSION')).catch(() => null);
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
  const { stdout } = await promisify(execFile)(binaries.postgres, ['--version'], { env: postgresEnvironment });
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

const asUser = ({ runAs }: Place) => (runAs ? { uid: runAs.uid, gid: runAs.gid } : {});

/**
 * Makes the database where there is none: aside, and put in place when it is whole, because a half one that a kill left behind
 * would look like a database. One that root copied here, a restored backup say, is given to the user that it runs as.
 */
async function makeCluster(home: string, place: Place): Promise<void> {
  const { cluster, runAs } = place;
  for (const name of (await readdir(home)).filter((entry) => entry.startsWith(UNFINISHED))) {
    // Whoever makes it may be at it still, for a second or two after its server was killed: the next start removes it then.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
  const there = await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new EmbeddedPostgresError(
      `The database in ${cluster} cannot be opened: ${error.message}. Start Kith as the user that it belongs to.`,
    );
  });
  if (there.length > 0) {
    if (runAs && (await lstat(cluster)).uid === 0) await giveTo(cluster, runAs);
    return;
  }
  const made = await mkdtemp(join(home, UNFINISHED));
  if (runAs) await chown(made, runAs.uid, runAs.gid);
  const args = ['-D', runAs ? place.clusterName : made, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--no-instructions'];
  // Postgres's own rules for letters: the same on every machine, and known to more than English.
  const rules = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await promisify(execFile)(place.binaries.initdb, [...args, ...rules], { cwd: made, env: postgresEnvironment, ...asUser(place) });
    await rm(cluster, { recursive: true, force: true });
    await rename(made, cluster);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      `The database could not be made in ${cluster}: ${String((error as { stderr?: string }).stderr ?? error).trim()}`,
    );
  }
}

async function giveTo(directory: string, owner: RunAs): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await giveTo(path, owner);
    else await lchown(path, owner.uid, owner.gid);
  }
  // Last, so that one who is killed on the way begins again.
  await chown(directory, owner.uid, owner.gid);
  await chmod(directory, 0o700);
}

/** Short, because the path of a socket may not be longer than about 100 characters, and for the eyes of one user only. */
async function makeSocketDir(runAs: RunAs | null): Promise<string> {
  for (const place of [tmpdir(), '/tmp', '/var/tmp', '/run']) {
    if (place.length > 70 || (runAs && !(await canReach(place, runAs)))) continue;
    const made = await mkdtemp(join(place, 'kith-')).catch(() => null);
    if (made === null) continue;
    await chmod(made, 0o700);
    if (runAs) await chown(made, runAs.uid, runAs.gid);
    return made;
  }
  throw new EmbeddedPostgresError('There is no temporary directory that Kith can write to. Name one with TMPDIR.');
}

function spawnPostgres(place: Place, log: Logger): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: place.socketDir,
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    max_connections: '100',
    shared_buffers: '128MB',
    log_checkpoints: 'off',
    cluster_name: markOf(place.socketDir),
    // Errors of statements are the caller's to log; here they would quote what people wrote.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  const args = ['-D', place.clusterName, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(place.binaries.postgres, args, {
    cwd: place.cluster,
    env: postgresEnvironment,
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
  const script = `read -r word; [ "$word" = done ] && exit
kill -INT "$1"; rm -rf "$2"; sleep 1.5; kill -QUIT "$1"`;
  const watchdog = spawn('/bin/sh', ['-c', script, 'kith-postgres-watchdog', String(child.pid ?? 0), place.socketDir], {
    cwd: '/',
    env: postgresEnvironment,
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

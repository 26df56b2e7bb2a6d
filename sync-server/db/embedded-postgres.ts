/**
 * The Postgres that runs inside Kith where nobody set up another: durable, on a unix socket alone, as a child that ends with the
 * server even when the server is killed, and that is started again when it is killed itself, or ended for want of disk space.
 *
 * As root it runs under another user, because Postgres refuses to be root. That user may not be allowed into the directories
 * above the data, so Postgres is started *in* its data directory and knows it as /proc/self/cwd, which needs no way through them.
 */
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lchown, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import postgres from 'postgres';
import { chooseOwner, holdDirectory } from '../started-as-root.ts';
import { lockData } from './data-lock.ts';
import { lacksDiskSpace } from './disk-space.ts';
import { DAMAGE_ADVICE } from './outage-log.ts';
import {
  canReach,
  EmbeddedPostgresError,
  findPostgres,
  type PostgresBinaries,
  postgresEnvironment,
  type RunAs,
} from './postgres-binaries.ts';
import { asUser, hasEnded, type Place, type Postmaster, spawnPostgres, spawnWatchdog } from './postgres-process.ts';
import { endBackends, endOrphan, markOf } from './postmaster.ts';

const SUPERUSER = 'kith';
const UNFINISHED = 'postgres-unfinished-';
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
  /** whom the server is to become: the one that Postgres runs as; null where root did not start it */
  readonly user: RunAs | null;
  /** where Postgres has its data, by a name that holds for that user as well */
  readonly directory: string;
}

/** What postgres.js connects to where Postgres has its socket in this directory. */
export const connectionIn = (socketDir: string): EmbeddedPostgres['connection'] => ({
  host: socketDir,
  database: 'kith',
  username: SUPERUSER,
});

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
  const runAs = await chooseOwner(cluster);
  const binaries = await findPostgres(runAs, home);
  await checkVersion(cluster, binaries);
  await endOrphan(cluster);
  const socketDir = await makeSocketDir(runAs);
  const clusterName = runAs ? '/proc/self/cwd' : cluster;
  await makeCluster(home, { binaries, runAs, cluster, clusterName, socketDir, directory: cluster });
  const held = await holdDirectory(cluster);
  const place: Place = { binaries, runAs, cluster, clusterName, socketDir, directory: held.path };

  let stopping = false;
  let givenUp: (error: Error) => void = () => undefined;
  let server = spawnPostgres(place, log);
  let watchdog = guard(server.child);
  const restarts: number[] = [];

  const supervise = (): void => {
    server.child.once('exit', async (code, signal) => {
      // A full disk ends Postgres as often as it is started: that says nothing of how it will go once there is space.
      const forSpace = await lacksDiskSpace(place.directory);
      if (stopping) return;
      const now = Date.now();
      if (!forSpace) restarts.push(now);
      if (restarts.filter((at) => now - at < 60_000).length > MAX_RESTARTS) {
        givenUp(new EmbeddedPostgresError('Postgres ended again and again; what it said is in the log.'));
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
    let withoutSpace = 0;
    for (let attempts = 1; !stopping; ) {
      await endBackends(markOf(socketDir));
      if (stopping) return;
      server = spawnPostgres(place, log);
      watchdog = guard(server.child);
      if (await server.ready) break;
      watchdog.stdin?.end('done\n');
      const forSpace = await lacksDiskSpace(place.directory);
      if (forSpace) withoutSpace += 1;
      // Ever more seldom, the longer it lasts.
      if (forSpace && Number.isInteger(Math.log2(withoutSpace)))
        log.error({ attempts: withoutSpace }, 'Postgres could not start for lack of disk space, and is started again until there is some');
      if (!forSpace && attempts === 20) {
        givenUp(new EmbeddedPostgresError(`Postgres could not be started again on ${cluster}. ${lastWords(server)}`));
        return;
      }
      if (!forSpace) attempts += 1;
      await new Promise((resolve) => setTimeout(resolve, forSpace ? SPACE_PAUSE_MS : 250));
    }
    if (!stopping) supervise();
  }
  async function stop(): Promise<void> {
    stopping = true;
    const { child } = server;
    if (!hasEnded(child)) {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      const late = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(late);
    }
    watchdog.stdin?.end('done\n');
    await rm(socketDir, { recursive: true, force: true });
    await held.close();
    await unlock();
  }

  for (let attempt = 1; ; attempt += 1) {
    if (await server.ready) break;
    watchdog.stdin?.end('done\n');
    if (attempt === 12) {
      stopping = true;
      const forSpace = await lacksDiskSpace(place.directory);
      await rm(socketDir, { recursive: true, force: true });
      await held.close();
      throw new EmbeddedPostgresError(
        `Postgres did not start on ${cluster}. ${forSpace ? 'The disk is full: make some space there.' : lastWords(server)}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    server = spawnPostgres(place, log);
    watchdog = guard(server.child);
  }
  supervise();
  await ensureDatabase(place).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    connection: connectionIn(socketDir),
    stop,
    onGivenUp: (handler) => {
      givenUp = handler;
    },
    get pid() {
      return server.child.pid;
    },
    user: runAs,
    directory: place.directory,
  };
}

/** What one that did not start said last, and what to do then. It had read no statement yet: nothing of anybody's text is in it. */
const lastWords = ({ said }: Postmaster): string =>
  `Its last words:\n${said.map((line) => `  ${line}`).join('\n') || '  (none)'}\nIf files are damaged or missing: ${DAMAGE_ADVICE}`;

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

async function ensureDatabase(place: Place): Promise<void> {
  const sql = postgres({ host: place.socketDir, database: 'postgres', username: SUPERUSER, max: 1, onnotice: () => undefined });
  try {
    const [found] = await sql`select 1 from pg_database where datname = 'kith'`;
    if (!found) await sql.unsafe('create database kith');
  } finally {
    await sql.end();
  }
}

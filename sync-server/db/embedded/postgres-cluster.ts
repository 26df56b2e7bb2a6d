/** The files of the embedded Postgres: its data directory, created if there is none, and its socket directory. */
import { execFile } from 'node:child_process';
import { chmod, chown, lchown, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import {
  canReach,
  EmbeddedPostgresError,
  majorVersion,
  type PostgresBinaries,
  postgresEnvironment,
  type RunAs,
} from './postgres-binaries.ts';
import { asUser, type ClusterSetup } from './postgres-process.ts';

export const SUPERUSER = 'kith';
const UNFINISHED = 'postgres-unfinished-';

/** The major version of the Postgres that made this database; null if there is none. */
export async function clusterVersion(cluster: string): Promise<number | null> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  return found === '' ? null : Number(found);
}

/** @throws EmbeddedPostgresError if the data has another major version, or is no database */
export async function checkVersion(cluster: string, binaries: PostgresBinaries): Promise<void> {
  const found = await clusterVersion(cluster);
  if (found === null) {
    const entries = await readdir(cluster).catch(() => []);
    if (entries.length > 0) throw new EmbeddedPostgresError(`${cluster} holds files, but no database. Move them away, or set DATA_DIR.`);
    return;
  }
  const bundledVersion = await majorVersion(binaries);
  if (found === bundledVersion) return;
  const advice =
    found > bundledVersion
      ? 'Start the newer Kith that made it.'
      : 'This takes it over, and keeps the old data beside it: npm run kith -- upgrade-postgres';
  throw new EmbeddedPostgresError(
    `The database in ${cluster} was made by Postgres ${found}, and this Kith brings Postgres ${bundledVersion}. Nothing was changed. ${advice}`,
  );
}

/**
 * Creates the database if there is none. It is created in a temporary directory and moved into place when it is complete, because a
 * half-made one left by a kill would look like a database. A database that root copied here, such as a restored backup, is given to the
 * user that Postgres runs as.
 */
export async function makeCluster(home: string, setup: ClusterSetup): Promise<void> {
  const { cluster, runAs } = setup;
  for (const name of (await readdir(home)).filter((entry) => entry.startsWith(UNFINISHED))) {
    // An initdb whose server was killed may still run for a second or two. The next start then removes the directory.
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
  const args = ['-D', runAs ? setup.clusterName : made, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--no-instructions'];
  // Postgres's own rules for letters: the same on every machine, and not limited to English.
  const rules = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await promisify(execFile)(setup.binaries.initdb, [...args, ...rules], { cwd: made, env: postgresEnvironment, ...asUser(setup) });
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
  // Last, so that the next start repeats this if it is interrupted.
  await chown(directory, owner.uid, owner.gid);
  await chmod(directory, 0o700);
}

/** The path is short, because a socket path may not be longer than about 100 characters. Only one user can enter it. */
export async function makeSocketDir(runAs: RunAs | null): Promise<string> {
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

export async function ensureDatabase(setup: ClusterSetup): Promise<void> {
  const sql = postgres({ host: setup.socketDir, database: 'postgres', username: SUPERUSER, max: 1, onnotice: () => undefined });
  try {
    const [found] = await sql`select 1 from pg_database where datname = 'kith'`;
    if (!found) await sql.unsafe('create database kith');
  } finally {
    await sql.end();
  }
}

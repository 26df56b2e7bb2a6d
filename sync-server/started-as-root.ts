/**
 * A server that root has started. It prepares as root what needs it, the data and a port below 1024, and is an ordinary user for good
 * before it takes the first request: the one that Postgres runs as, where it has a Postgres of its own.
 *
 * That user may not be allowed into the directories above the data and the app (`/root`, say). What is needed later is therefore opened
 * before, and found by the number under which it is open.
 */
import { constants } from 'node:fs';
import { chmod, lstat, open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canReach, openToAll, type RunAs } from './db/postgres-binaries.ts';

export class RootError extends Error {}

export const isRoot = (): boolean => process.getuid?.() === 0;

const noUser = () => new RootError('Kith does not serve as root, and there is no user "kith" or "nobody". Start it as an ordinary user.');

async function userNamed(names: readonly string[], suits: (user: RunAs) => Promise<boolean> = async () => true): Promise<RunAs | null> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const wanted of names) {
    const [, , uid, gid] = users.find(([name]) => name === wanted) ?? [];
    const user = { uid: Number(uid), gid: Number(gid) };
    if (user.uid > 0 && (await suits(user))) return user;
  }
  return null;
}

/**
 * Whom a server with a Postgres of its own becomes, and this runs as; null where root has not started it. Whoever owns the data; else a
 * user `kith`, whom the operator has made for it; else one that every system has.
 */
export async function chooseOwner(cluster: string): Promise<RunAs | null> {
  if (!isRoot()) return null;
  const owner = await lstat(join(cluster, 'PG_VERSION')).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const found = await userNamed(['kith', 'postgres', 'nobody']);
  if (!found) throw noUser();
  return found;
}

/**
 * Whom a server becomes whose Postgres is elsewhere. Not `postgres`: to a Postgres of this machine that is who may do everything. Unless
 * the socket lies where nobody else may go.
 */
export async function chooseGuest(databaseUrl: string): Promise<RunAs | null> {
  if (!isRoot()) return null;
  const host = new URL(databaseUrl).searchParams.get('host') ?? '';
  const socketDir = host.startsWith('/') ? host : '/';
  const found = await userNamed(['kith', 'nobody'], (user) => canReach(socketDir, user));
  if (found) return found;
  const owner = await stat(socketDir).catch(() => null);
  if (!owner || owner.uid === 0) throw noUser();
  return { uid: owner.uid, gid: owner.gid };
}

export interface HeldDirectory {
  /** a name by which this process and its children find the directory, whoever they are by then */
  readonly path: string;
  close(): Promise<void>;
}

/** Keeps a directory open. It may be gone and come back under its name: then it is no longer this one. */
export async function holdDirectory(path: string): Promise<HeldDirectory> {
  if (!isRoot() || process.platform !== 'linux') return { path, close: async () => undefined };
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
}

/** Keeps open where the app was built, which stays while an update replaces what is in it. The app is for everybody to read. */
export async function holdBuiltApp(clientDir: string): Promise<HeldDirectory> {
  const built = dirname(clientDir);
  const found = await stat(clientDir).catch(() => null);
  // Not built: the development server has it.
  if (!isRoot() || !found) return { path: clientDir, close: async () => undefined };
  // Made under a strict umask. Where root may not change that either, the pages are missing, and the log of the proxy says so.
  if ((found.mode & 0o005) !== 0o005) await openToAll(clientDir).catch(() => undefined);
  if (((await stat(built)).mode & 0o001) === 0) await chmod(built, 0o755).catch(() => undefined);
  const held = await holdDirectory(built);
  return { path: `${held.path}${clientDir.slice(built.length)}`, close: held.close };
}

/**
 * Becomes this user, with no other groups and no way back.
 *
 * @throws RootError where that cannot be done; nothing must be served then
 */
export function giveUpRoot({ uid, gid }: RunAs): void {
  try {
    // In this order: who is no longer root may change neither.
    process.setgroups?.([]);
    process.setgid?.(gid);
    process.setuid?.(uid);
  } catch (error) {
    throw new RootError(
      `Kith was started as root and cannot become user ${uid}: ${(error as Error).message}. Start it as an ordinary user.`,
    );
  }
  if (canBeRoot()) throw new RootError('Kith was started as root and could not give that up. Start it as an ordinary user.');
}

function canBeRoot(): boolean {
  try {
    process.setuid?.(0);
    return true;
  } catch {
    return isRoot() || process.geteuid?.() === 0 || process.getgid?.() === 0;
  }
}

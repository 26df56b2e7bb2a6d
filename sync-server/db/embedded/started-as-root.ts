/**
 * For a server that root has started. As root it prepares only what needs root: the data, and a port below 1024. Before it takes the first
 * request it becomes an ordinary user for good. With its own Postgres that is the user Postgres runs as.
 *
 * That user may not be allowed into the directories above the data and the app (such as `/root`). So what is needed later is opened before,
 * and found by its file descriptor.
 */
import { constants } from 'node:fs';
import { chmod, lstat, open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseDatabaseUrl } from '../../base/database-url.ts';
import { canReach, openToAll, type RunAs } from './postgres-binaries.ts';

export class RootError extends Error {}

export const isRoot = (): boolean => process.getuid?.() === 0;

const noUser = () => new RootError('Kith does not serve as root, and there is no user "kith" or "nobody". Start it as an ordinary user.');

async function userNamed(names: readonly string[], accepts: (user: RunAs) => Promise<boolean> = async () => true): Promise<RunAs | null> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const wanted of names) {
    const [, , uid, gid] = users.find(([name]) => name === wanted) ?? [];
    const user = { uid: Number(uid), gid: Number(gid) };
    if (user.uid > 0 && (await accepts(user))) return user;
  }
  return null;
}

/**
 * The user that a server with its own Postgres becomes, and that Postgres runs as; null if root has not started it. That is the owner of
 * the data, or else a user `kith`, whom the operator made for it, or else one that most systems have.
 */
export async function chooseUserForEmbedded(cluster: string): Promise<RunAs | null> {
  if (!isRoot()) return null;
  const owner = await lstat(join(cluster, 'PG_VERSION')).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const found = await userNamed(['kith', 'postgres', 'nobody']);
  if (!found) throw noUser();
  return found;
}

/**
 * The user that a server with an external Postgres becomes. Not `postgres`, because to a Postgres on this machine that user may do
 * everything. The exception is a socket in a directory that nobody else may enter.
 */
export async function chooseUserForExternal(databaseUrl: string): Promise<RunAs | null> {
  if (!isRoot()) return null;
  const socketDir = parseDatabaseUrl(databaseUrl).socketDir ?? '/';
  const found = await userNamed(['kith', 'nobody'], (user) => canReach(socketDir, user));
  if (found) return found;
  const owner = await stat(socketDir).catch(() => null);
  if (!owner || owner.uid === 0) throw noUser();
  return { uid: owner.uid, gid: owner.gid };
}

export interface HeldDirectory {
  /** a name by which this process and its children find the directory, whatever user they are by then */
  readonly path: string;
  close(): Promise<void>;
}

/** Keeps a directory open. If it is deleted and made again under the same name, this is still the old one. */
export async function holdDirectory(path: string): Promise<HeldDirectory> {
  if (!isRoot() || process.platform !== 'linux') return { path, close: async () => undefined };
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
}

/**
 * Keeps the directory open that contains the built app, which stays while an update replaces its contents. Makes the app readable for
 * everybody.
 */
export async function holdBuiltApp(clientDir: string): Promise<HeldDirectory> {
  const built = dirname(clientDir);
  const found = await stat(clientDir).catch(() => null);
  // Not built: the development server serves the app.
  if (!isRoot() || !found) return { path: clientDir, close: async () => undefined };
  // It was built under a strict umask. If root may not change that either, the pages are missing, and the log of the proxy says so.
  if ((found.mode & 0o005) !== 0o005) await openToAll(clientDir).catch(() => undefined);
  if (((await stat(built)).mode & 0o001) === 0) await chmod(built, 0o755).catch(() => undefined);
  const held = await holdDirectory(built);
  return { path: `${held.path}${clientDir.slice(built.length)}`, close: held.close };
}

/**
 * Becomes this user, with no other groups and no way back.
 *
 * @throws RootError when that fails; nothing must be served then
 */
export function giveUpRoot({ uid, gid }: RunAs): void {
  try {
    // In this order, because without root neither group nor user can be changed.
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

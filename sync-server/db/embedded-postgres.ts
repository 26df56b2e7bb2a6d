/**
 * The Postgres that runs inside Kith where nobody set up another: durable, on a unix socket alone, as a child that ends with the
 * server even when the server is killed, and that is started again when it is killed itself, or ended for want of disk space.
 *
 * As root it runs under another user, because Postgres refuses to be root. That user may not be allowed into the directories
 * above the data, so Postgres is started *in* its data directory and knows it as /proc/self/cwd, which needs no way through them.
 */
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { chooseOwner, holdDirectory } from '../started-as-root.ts';
import { lockData } from './data-lock.ts';
import { EmbeddedPostgresError, findPostgres, type RunAs } from './postgres-binaries.ts';
import { checkVersion, ensureDatabase, makeCluster, makeSocketDir, SUPERUSER } from './postgres-cluster.ts';
import type { Place } from './postgres-process.ts';
import { endOrphan } from './postmaster.ts';
import { supervisePostgres } from './supervise-postgres.ts';

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

  const letGo = async () => {
    await rm(socketDir, { recursive: true, force: true });
    await held.close();
  };
  const server = await supervisePostgres(place, log).catch(async (error: unknown) => {
    await letGo();
    throw error;
  });
  const stop = async () => {
    await server.stop();
    await letGo();
    await unlock();
  };
  await ensureDatabase(place).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    connection: connectionIn(socketDir),
    stop,
    onGivenUp: server.onGivenUp,
    get pid() {
      return server.pid;
    },
    user: runAs,
    directory: place.directory,
  };
}

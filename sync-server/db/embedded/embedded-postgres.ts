/**
 * The Postgres that Kith runs itself when no other is configured. It is durable and listens on a unix socket only. It is a child process
 * that ends with the server, even when the server is killed. It is started again when it is killed, or when it ended for lack of disk
 * space.
 *
 * When root started Kith, Postgres runs as another user, because Postgres refuses to run as root. That user may not be allowed to enter
 * the directories above the data. So Postgres is started *in* its data directory and knows it as /proc/self/cwd, which needs no access to
 * them.
 */
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { undoInterruptedSwap } from './cluster-swap.ts';
import { lockData } from './lock-data.ts';
import { EmbeddedPostgresError, findPostgres, type RunAs } from './postgres-binaries.ts';
import { checkVersion, ensureDatabase, makeCluster, makeSocketDir, SUPERUSER } from './postgres-cluster.ts';
import type { ClusterSetup } from './postgres-process.ts';
import { endOrphan } from './postmaster.ts';
import { chooseUserForEmbedded, holdDirectory } from './started-as-root.ts';
import { supervisePostgres } from './supervise-postgres.ts';

export interface EmbeddedPostgres {
  /** what postgres.js connects to */
  readonly connection: { readonly host: string; readonly database: string; readonly username: string };
  /** Stops Postgres in an orderly way and releases the data directory. */
  stop(): Promise<void>;
  /** Calls `handler` when Postgres ended and could not be started again. */
  onGivenUp(handler: (error: Error) => void): void;
  readonly pid: number | undefined;
  /** the user that the server must become, which is the one that Postgres runs as; null if root did not start it */
  readonly user: RunAs | null;
  /** the data directory of Postgres, by a path that also works for that user */
  readonly directory: string;
}

/** What postgres.js connects to when Postgres has its socket in this directory. */
export const connectionIn = (socketDir: string): EmbeddedPostgres['connection'] => ({
  host: socketDir,
  database: 'kith',
  username: SUPERUSER,
});

/**
 * Starts Postgres on `<dataDir>/postgres`, and creates the database if there is none.
 *
 * @param isDurable `false` where nothing outlives the process, as in tests: a crash of the machine may then leave no usable data
 * @throws EmbeddedPostgresError with a message that says what to do, if the directory is in use, has another major version, or cannot be
 *   written to; nothing was changed then
 */
export async function startEmbeddedPostgres(dataDir: string, log: Logger, isDurable = true): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true }).catch((error: Error) => {
    throw new EmbeddedPostgresError(`The data directory ${dataDir} cannot be made: ${error.message}`);
  });
  const unlock = await lockData(dataDir);
  try {
    return await startLocked(dataDir, log, { unlock, isDurable });
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * The same, for a caller that holds the lock of `dataDir`.
 *
 * @param find finds the Postgres to start; by default the one that came with Kith
 * @param unlock runs when Postgres was stopped
 */
export async function startLocked(
  dataDir: string,
  log: Logger,
  {
    find = findPostgres,
    unlock = async () => undefined,
    isDurable = true,
  }: { readonly find?: typeof findPostgres; readonly unlock?: () => Promise<void>; readonly isDurable?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const home = await realpath(dataDir);
  const cluster = join(home, 'postgres');
  await undoInterruptedSwap(home);
  const runAs = await chooseUserForEmbedded(cluster);
  const binaries = await find(runAs, home);
  await checkVersion(cluster, binaries);
  await endOrphan(cluster);
  const socketDir = await makeSocketDir(runAs);
  const clusterName = runAs ? '/proc/self/cwd' : cluster;
  const removeSocketDir = () => rm(socketDir, { recursive: true, force: true });
  const held = await makeCluster(home, { binaries, runAs, cluster, clusterName, socketDir, directory: cluster, isDurable })
    .then(() => holdDirectory(cluster))
    .catch(async (error: unknown) => {
      await removeSocketDir();
      throw error;
    });
  const setup: ClusterSetup = { binaries, runAs, cluster, clusterName, socketDir, directory: held.path, isDurable };

  const releaseFiles = async () => {
    await removeSocketDir();
    await held.close();
  };
  const server = await supervisePostgres(setup, log).catch(async (error: unknown) => {
    await releaseFiles();
    throw error;
  });
  const stop = async () => {
    await server.stop();
    await releaseFiles();
    await unlock();
  };
  await ensureDatabase(setup).catch(async (error: unknown) => {
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
    directory: setup.directory,
  };
}

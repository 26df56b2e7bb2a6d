/**
 * Two real Postgres servers: a primary, and a standby that has every commit before it is answered (`synchronous_commit`). Reachable only
 * from this machine, and removed in the end.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/free-port.ts';
import { findPostgres } from '../../sync-server/db/embedded/postgres-binaries.ts';
import { hasEnded } from '../../sync-server/db/embedded/postgres-process.ts';
import { chooseUserForEmbedded } from '../../sync-server/db/embedded/started-as-root.ts';
import { CLUSTER_USER, clusterAdmin, clusterAnswers, configureCluster, initCluster, spawnOptions } from './postgres-cluster.ts';
import { until } from './until.ts';

const SYNC_MS = 30_000;

const settings = `
max_connections = 100
wal_level = replica
hot_standby = on
synchronous_commit = on
`;

export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;

export async function startPostgresPair() {
  const folder = await mkdtemp(join(tmpdir(), 'kith-pair-'));
  const runAs = await chooseUserForEmbedded(join(folder, 'none'));
  if (runAs) await chown(folder, runAs.uid, runAs.gid);
  const { initdb, postgres: program } = await findPostgres(runAs, folder);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const [firstPort, secondPort] = [await freePort(), await freePort()];

  const options = spawnOptions(folder, runAs);
  await initCluster(initdb, first, options);
  // A cluster that was shut down is a base backup.
  await promisify(execFile)('cp', ['-a', first, second], options);
  await configureCluster(first, firstPort, settings);
  const primary = `host=127.0.0.1 port=${firstPort} user=${CLUSTER_USER} application_name=second`;
  await configureCluster(second, secondPort, `${settings}primary_conninfo = '${primary}'`);
  await writeFile(join(second, 'standby.signal'), '');
  if (runAs) await chown(join(second, 'standby.signal'), runAs.uid, runAs.gid);

  // In a group of its own, so that all of its processes can be killed at once.
  const start = (directory: string): ChildProcess => spawn(program, ['-D', directory], { ...options, stdio: 'ignore', detached: true });
  const running = [start(first), start(second)];
  const killGroup = async (child: ChildProcess) => {
    if (hasEnded(child) || child.pid === undefined) return;
    const gone = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await gone;
  };

  async function close(): Promise<void> {
    for (const child of running) await killGroup(child);
    await rm(folder, { recursive: true, force: true });
  }

  try {
    for (const port of [firstPort, secondPort]) await until(() => clusterAnswers(port), SYNC_MS);
    const sql = clusterAdmin(firstPort);
    await sql.unsafe('create database kith');
    await sql.unsafe("alter system set synchronous_standby_names = 'second'");
    await sql`select pg_reload_conf()`;
    await until(async () => (await sql`select from pg_stat_replication where sync_state = 'sync'`).length === 1, SYNC_MS);
    await sql.end();
  } catch (error) {
    await close();
    throw error;
  }

  return {
    /** names both, as a server's DATABASE_URL */
    url: `postgres://${CLUSTER_USER}@127.0.0.1:${firstPort},127.0.0.1:${secondPort}/kith`,
    /** each alone */
    primaryUrl: `postgres://${CLUSTER_USER}@127.0.0.1:${firstPort}/kith`,
    standbyUrl: `postgres://${CLUSTER_USER}@127.0.0.1:${secondPort}/kith`,
    /** Kills the primary with everything that belongs to it. */
    killPrimary: () => killGroup(running[0] as ChildProcess),
    /** Makes the standby take writes, as an operator does. */
    async promote(): Promise<void> {
      const sql = clusterAdmin(secondPort);
      await sql`select pg_promote()`;
      await sql.end();
    },
    close,
  };
}

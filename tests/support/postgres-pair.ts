/**
 * Two real Postgres servers: a primary, and a standby that has every commit before it is answered (`synchronous_commit`). Reachable only from
 * this machine, and removed in the end.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { findPostgres, postgresEnvironment, type RunAs } from '../../sync-server/db/postgres-binaries.ts';
import { chooseUserForEmbedded } from '../../sync-server/started-as-root.ts';
import { freePort, hasEnded } from './server.ts';
import { until } from './until.ts';

const USER = 'kith';
const SYNC_MS = 30_000;

const settings = (port: number) => `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
max_connections = 100
wal_level = replica
hot_standby = on
synchronous_commit = on
`;

/** Runs everything as one user, because Postgres refuses to run as root. */
const as = (runAs: RunAs | null) => (runAs ? { uid: runAs.uid, gid: runAs.gid } : {});

const admin = (port: number, database = 'postgres') =>
  postgres({ host: '127.0.0.1', port, database, username: USER, max: 1, fetch_types: false, onnotice: () => undefined });

export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;

export async function startPostgresPair() {
  const folder = await mkdtemp(join(tmpdir(), 'kith-pair-'));
  const runAs = await chooseUserForEmbedded(join(folder, 'none'));
  if (runAs) await chown(folder, runAs.uid, runAs.gid);
  const { initdb, postgres: program } = await findPostgres(runAs, folder);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const [firstPort, secondPort] = [await freePort(), await freePort()];

  const options = { cwd: folder, env: postgresEnvironment, ...as(runAs) };
  await promisify(execFile)(initdb, ['-D', first, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'], options);
  // A cluster that was shut down is a base backup.
  await promisify(execFile)('cp', ['-a', first, second], options);
  await appendFile(join(first, 'postgresql.conf'), settings(firstPort));
  await appendFile(
    join(second, 'postgresql.conf'),
    `${settings(secondPort)}primary_conninfo = 'host=127.0.0.1 port=${firstPort} user=${USER} application_name=second'\n`,
  );
  await writeFile(join(second, 'standby.signal'), '');
  if (runAs) await chown(join(second, 'standby.signal'), runAs.uid, runAs.gid);

  // In a group of its own, so that all of its processes can be killed at once.
  const start = (directory: string): ChildProcess => spawn(program, ['-D', directory], { ...options, stdio: 'ignore', detached: true });
  const running = [start(first), start(second)];
  const answers = async (port: number) => {
    const sql = admin(port);
    return sql`select 1`
      .then(
        () => true,
        () => false,
      )
      .finally(() => sql.end({ timeout: 1 }));
  };
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
    for (const port of [firstPort, secondPort]) await until(() => answers(port), SYNC_MS);
    const sql = admin(firstPort);
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
    url: `postgres://${USER}@127.0.0.1:${firstPort},127.0.0.1:${secondPort}/kith`,
    /** Kills the primary with everything that belongs to it. */
    killPrimary: () => killGroup(running[0] as ChildProcess),
    /** Makes the standby take writes, as an operator does. */
    async promote(): Promise<void> {
      const sql = admin(secondPort);
      await sql`select pg_promote()`;
      await sql.end();
    },
    close,
  };
}

/** A real Postgres of a test's own, with binaries of its choice, reachable by TCP from this machine alone. */
import { execFile } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { postgresEnvironment, type RunAs } from '../../sync-server/db/embedded/postgres-binaries.ts';
import { asUser } from '../../sync-server/db/embedded/postgres-process.ts';

export const CLUSTER_USER = 'kith';

/** How its processes are started: as this user, because Postgres refuses to run as root, and without our environment. */
export const spawnOptions = (folder: string, runAs: RunAs | null) => ({ cwd: folder, env: postgresEnvironment, ...asUser({ runAs }) });

/** Creates a data directory, whose owner needs no password. */
export const initCluster = (initdb: string, data: string, options: ReturnType<typeof spawnOptions>): Promise<unknown> =>
  promisify(execFile)(initdb, ['-D', data, '-U', CLUSTER_USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'], options);

/** Lets it listen on this port only, with further lines of settings. */
export const configureCluster = (data: string, port: number, settings = ''): Promise<void> =>
  appendFile(
    join(data, 'postgresql.conf'),
    `\nlisten_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = ''\n${settings}\n`,
  );

/** A connection for what only a superuser may do. The caller ends it. */
export const clusterAdmin = (port: number) =>
  postgres({
    host: '127.0.0.1',
    port,
    database: 'postgres',
    username: CLUSTER_USER,
    max: 1,
    fetch_types: false,
    onnotice: () => undefined,
  });

export async function clusterAnswers(port: number): Promise<boolean> {
  const sql = clusterAdmin(port);
  return sql`select 1`
    .then(
      () => true,
      () => false,
    )
    .finally(() => sql.end({ timeout: 1 }));
}

/** A real PgBouncer with `deploy/pgbouncer.ini`, reachable only from this machine. Its folder is removed with it. */
import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { findPgbouncer } from '../../scripts/test-programs.ts';
import { parseDatabaseUrl } from '../../sync-server/base/database-url.ts';
import { chooseUserForEmbedded } from '../../sync-server/db/embedded/started-as-root.ts';
import { deployedFile } from './deployed-file.ts';
import { CLUSTER_USER } from './postgres-cluster.ts';
import { answersAt, startProxy } from './proxy-process.ts';

/** The PgBouncer program; null where it is not installed. Tests that need it are then skipped, and the run says so. */
export const pgbouncerProgram: string | null = findPgbouncer();

const PASSWORD = 'only in this test';

/** The address of a Postgres as PgBouncer's configuration has it. */
const placeOf = (databaseUrl: string): string => {
  const { url, hosts, socketDir } = parseDatabaseUrl(databaseUrl);
  return `host=${socketDir ?? hosts[0]?.host} port=${hosts[0]?.port} dbname=${url.pathname.slice(1)} user=${url.username || CLUSTER_USER}`;
};

/** Starts PgBouncer in front of this database, of which no password is asked. It keeps at most `connections` to it. */
export async function startPgbouncer(databaseUrl: string, connections = 30) {
  if (pgbouncerProgram === null) throw new Error('there is no PgBouncer');
  const folder = await mkdtemp(join(tmpdir(), 'kith-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const port = await freePort();
  // PgBouncer refuses to run as root.
  const user = await chooseUserForEmbedded(join(folder, 'none'));
  const leadTo = async (to: string): Promise<void> => {
    const text = await deployedFile('pgbouncer.ini', [
      ['host=127.0.0.1 port=5432 dbname=kith', placeOf(to)],
      ['listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =\nlogfile = ${join(folder, 'error.log')}`],
      ['/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt')],
      ['default_pool_size = 30', `default_pool_size = ${connections}`],
    ]);
    await writeFile(file, text);
  };
  await leadTo(databaseUrl);
  await writeFile(join(folder, 'userlist.txt'), `"${CLUSTER_USER}" "${PASSWORD}"\n`);
  if (user) await chown(folder, user.uid, user.gid);
  const start = () => startProxy({ program: pgbouncerProgram ?? '', args: [file], folder, as: user, answers: () => answersAt(port) });
  let running = await start();
  return {
    url: `postgres://${CLUSTER_USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/kith`,
    /** Ends it with all its connections, and starts it again. */
    async restart(): Promise<void> {
      await running.end();
      running = await start();
    },
    /** Leads to another Postgres from now on, without a restart. */
    async moveTo(to: string): Promise<void> {
      await leadTo(to);
      running.signal('SIGHUP');
    },
    stop: () => running.stop(),
  };
}

/**
 * A built server in its own process over its own Postgres, with a proxy between the two. The server can be killed at named points of a
 * command, and Postgres restarted in the middle of one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { freePort } from '../../../scripts/free-port.ts';
import { startEmbeddedPostgres } from '../../../sync-server/db/embedded/embedded-postgres.ts';
import { migrate } from '../../../sync-server/db/migrate.ts';
import { openDatabase, openPool } from '../../../sync-server/db/pool/connect.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import type { TestDatabase } from '../../support/postgres.ts';
import { type CommitPoint, startPostgresProxy } from '../../support/postgres-proxy.ts';
import { startServer } from '../../support/server.ts';
import { startApp } from '../../support/start-app.ts';
import { limits } from './limits.ts';
import { memberMaker } from './member-maker.ts';
import type { Disaster, NetworkOptions } from './network.ts';

const points: Readonly<Partial<Record<Disaster, CommitPoint>>> = {
  'kill -9 before commit': 'before commit',
  'kill -9 at commit': 'committed, not heard',
  'kill -9 after commit': 'committed and heard',
};
/** A server that started its Postgres gives up on it if it ends more often than this in a minute. */
const RESTARTS_A_MINUTE = 3;

export async function serverForDisasters() {
  const silent = pino({ level: 'silent' });
  const folder = await mkdtemp(join(tmpdir(), 'kith-disasters-'));
  const postgres = await startEmbeddedPostgres(folder, silent);
  const { host, username, database: name } = postgres.connection;
  const sql = openPool(postgres.connection, silent, 4);
  const database = openDatabase(postgres.connection, silent, 4);
  await migrate(database);
  const proxy = await startPostgresProxy(host);
  const port = await freePort();
  const http = await startFaultProxy(port);
  const settings = { MAX_DIRECT_FRIENDS: String(limits.friends), PUBLIC_URL: http.url };
  // Nothing here backs this database up or closes its Postgres, so the other members of `TestDatabase` are missing.
  const db = {
    sql,
    database,
    url: `postgres://${username}@127.0.0.1:${proxy.port}/${name}`,
    close: () => sql.end(),
  } as unknown as TestDatabase;
  const server = await startServer({ on: db, port, env: settings });
  // Makes members. The server under test learns about its writes as about those of any other server.
  const beside = await startApp({ on: db, env: settings });

  let restarts: number[] = [];
  const strike: NetworkOptions['strike'] = async (disaster) => {
    let again: Promise<void> | null = null;
    const kill = () => {
      again ??= server.kill9().then(() => server.restart());
    };
    const point = points[disaster];
    if (point) proxy.at(point, kill);
    if (disaster === 'kill -9 before the answer') http.dropAnswerTo('/api/sync/push').then(kill, () => undefined);
    if (disaster === 'restart Postgres') {
      restarts = restarts.filter((at) => Date.now() - at < 60_000);
      const { pid } = postgres;
      if (restarts.length < RESTARTS_A_MINUTE && pid !== undefined) {
        restarts.push(Date.now());
        again = Promise.resolve();
        process.kill(pid, 'SIGQUIT');
      }
    }
    return async () => {
      proxy.disarm();
      await again;
      return again !== null;
    };
  };

  return {
    url: () => http.url,
    people: memberMaker(beside),
    strike,
    errors: () => server.output().split('\n').slice(-20),
    async close() {
      await beside.close();
      await server.stop();
      await http.close();
      await proxy.close();
      await Promise.all([sql.end({ timeout: 2 }), database.close()]);
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

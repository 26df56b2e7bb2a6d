/** Opens the configured database, or starts the embedded one, and migrates it to this version. */
import type { Logger } from 'pino';
import postgres, { type Sql } from 'postgres';
import type { Config } from '../../base/config.ts';
import { DatabaseError, isServerReport } from '../../base/database-errors.ts';
import { nameOfDatabase, parseDatabaseUrl, sslModeOf } from '../../base/database-url.ts';
import { clusterFiles } from '../embedded/cluster-files.ts';
import { type DiskSpace, diskSpaceByErrors, watchDiskSpace } from '../embedded/disk-space.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import type { RunAs } from '../embedded/postgres-binaries.ts';
import { chooseUserForExternal } from '../embedded/started-as-root.ts';
import { migrate } from '../migrate.ts';
import { arrayTypes } from './array-types.ts';
import type { ConnectionClasses } from './connection-classes.ts';
import { createConnectionPool } from './connection-pool.ts';
import { preparePooler } from './pooler.ts';
import { sessionSettings } from './session-settings.ts';
import { createDatabase, type Database } from './transaction.ts';

const OLDEST_POSTGRES = 15;

/** How many work on a connection of their own, beside a pooler. One may be a backup that takes minutes. */
const OWN_CONNECTIONS = 3;

/** Names the connections of servers. */
const APPLICATION_NAME = 'kith';

/** Counts the connections of servers to this database, except the one that asks. */
export const SERVER_CONNECTIONS = `select count(*)::int as count from pg_stat_activity
  where application_name = '${APPLICATION_NAME}' and datname = current_database() and pid <> pg_backend_pid()`;

export type DatabaseTarget = string | { host: string; database: string; username: string };

/** How the driver works on every connection. Counts and sequence numbers (int8) become numbers. They stay far below 2^53. */
const driverOptions = (log: Logger, max: number, onclose?: () => void) => ({
  max,
  connect_timeout: 10,
  // A Postgres that restarts is back within moments.
  backoff: (attempt: number) => Math.min(2, 0.05 * 2 ** Math.min(attempt, 6)),
  // Not fetched from the database: see `arrayTypes`. Without it the driver's `reserve` never resolves with a newly opened connection.
  fetch_types: false,
  types: { bigint: { to: 20, from: [20], parse: Number, serialize: String }, ...arrayTypes },
  // For a pool with drivers of one connection, which replaces them. The driver would end one that somebody has just begun to use.
  ...(onclose ? { onclose, max_lifetime: null } : {}),
  onnotice: (notice: { message?: string }) => log.debug({ notice: notice.message }, 'database notice'),
});

/** The driver at this URL. Where it names several hosts, `choice` says which of them will do; any by default. */
function openUrl(text: string, options: object, choice: object = {}): Sql {
  const { url, hosts, socketDir } = parseDatabaseUrl(text);
  const mode = sslModeOf(text);
  // The driver would send it to the server as a setting.
  url.searchParams.delete('host');
  url.searchParams.delete('sslmode');
  const all = { ...options, ssl: mode === 'disable' ? false : mode };
  if (socketDir) return postgres(url.href, { ...all, host: socketDir }) as unknown as Sql;
  if (hosts.length === 1) return postgres(url.href, all) as unknown as Sql;
  const places: object = { host: hosts.map(({ host }) => host), port: hosts.map(({ port }) => port) };
  return postgres(url.href, { ...all, ...places, ...choice }) as unknown as Sql;
}

/** The driver with its own pool, for single statements outside of a transaction. */
export function openPool(target: DatabaseTarget, log: Logger, max = 4, onclose?: () => void): Sql {
  const options = { ...driverOptions(log, max, onclose), connection: { application_name: APPLICATION_NAME, ...sessionSettings } };
  if (typeof target !== 'string') return postgres({ ...target, ...options }) as unknown as Sql;
  // Not 'read-write', which the driver decides by a setting that a standby has too.
  return openUrl(target, options, { target_session_attrs: 'primary' });
}

/**
 * The same through a pooler in transaction mode. A connection there belongs to the client that has a transaction now, so nothing may stay
 * on it: no prepared statement, and no setting of the session.
 */
function openThroughPooler(url: string, log: Logger, max: number, onclose?: () => void): Sql {
  return openUrl(url, {
    ...driverOptions(log, max, onclose),
    prepare: false,
    connection: { application_name: `${APPLICATION_NAME} pooled`, TimeZone: sessionSettings.TimeZone },
  });
}

/** Transactions on at most `max` connections. */
export const openDatabase = (target: DatabaseTarget, log: Logger, max = 12): Database =>
  createDatabase(createConnectionPool((onLost) => openPool(target, log, 1, onLost), max));

/** The same through a pooler, but for work that needs a connection of its own. That goes to `target`. */
export const openPooledDatabase = (pooler: string, target: DatabaseTarget, log: Logger, max = 12): Database =>
  createDatabase(
    createConnectionPool((onLost) => openThroughPooler(pooler, log, 1, onLost), max),
    createConnectionPool((onLost) => openPool(target, log, 1, onLost), OWN_CONNECTIONS),
  );

export interface Connection {
  readonly sql: Sql;
  /** for LISTEN, which a pooler does not carry, and for the few statements that go with it */
  readonly listener: Sql;
  readonly database: Database;
  readonly connectionClasses: ConnectionClasses;
  readonly disk: DiskSpace;
  /** for further connections */
  readonly target: DatabaseTarget;
  /** identifies the files of the embedded Postgres; null for another one, and where files cannot be recognised */
  readonly files: string | null;
  /** the user that the server must become if root started it; null if another user did */
  readonly user: RunAs | null;
  /** Closes the connections, and stops Postgres if it is the embedded one. */
  close(): Promise<void>;
  /** Calls `handler` when the embedded Postgres cannot be kept running. */
  onGivenUp(handler: (error: Error) => void): void;
}

export interface ConnectOptions {
  /** where the migrations are, if not beside this code */
  readonly migrations?: string;
  /** Runs before an update changes the tables. `first` is the first migration that is missing. */
  readonly beforeUpdate?: (first: string, found: { readonly sql: Sql; readonly target: DatabaseTarget }) => Promise<void>;
}

/** @throws DatabaseError, EmbeddedPostgresError or MigrationError, each with a message that says what to do */
export async function connect(config: Config, log: Logger, { migrations, beforeUpdate }: ConnectOptions = {}): Promise<Connection> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres(config.dataDir, log);
  const user = config.databaseUrl ? await chooseUserForExternal(config.databaseUrl) : (embedded?.user ?? null);
  const target = config.databaseUrl ?? embedded?.connection ?? '';
  const pooler = config.databasePoolerUrl;
  const listener = openPool(target, log, pooler ? 1 : undefined);
  const sql = pooler ? openThroughPooler(pooler, log, 4) : listener;
  const open = (max?: number) => (pooler ? openPooledDatabase(pooler, target, log, max) : openDatabase(target, log, max));
  const database = open();
  const connectionClasses: ConnectionClasses = { writes: open(1), notifications: open(1), streams: open(1), sessions: open(1) };
  const disk = embedded ? await watchDiskSpace(embedded.directory, log, config.dataDir) : diskSpaceByErrors();
  const close = async () => {
    disk.close();
    await Promise.all([database, ...Object.values(connectionClasses)].map((each: Database) => each.close()));
    await Promise.all([...new Set([sql, listener])].map((each) => each.end({ timeout: 5 })));
    await embedded?.stop();
  };
  try {
    await checkServerVersion(listener, config.databaseUrl);
    await migrate(database, migrations, { beforeUpdate: async (first) => beforeUpdate?.(first, { sql: listener, target }) });
    if (pooler) await preparePooler(database, pooler, log);
    const files = embedded ? await clusterFiles(embedded.directory) : null;
    return {
      sql,
      listener,
      database,
      connectionClasses,
      disk,
      target,
      files,
      user,
      close,
      onGivenUp: (handler) => embedded?.onGivenUp(handler),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The message names the database, but never its full URL, which contains a password. */
export function cannotBeOpened(databaseUrl: string, error: unknown): DatabaseError {
  const { message, code } = error as { message?: string; code?: string };
  const what = `The database ${nameOfDatabase(databaseUrl)} (DATABASE_URL) cannot be opened: ${message || String(code)}`;
  // What Postgres itself says, it has said after the connection was encrypted.
  const mayBeTls = sslModeOf(databaseUrl) !== 'disable' && !isServerReport(error);
  const advice =
    'Kith reaches another machine by TLS only. Switch it on there (ssl = on), or add ?sslmode=disable where nobody is in between.';
  return new DatabaseError(mayBeTls ? `${what}. ${advice}` : what);
}

async function checkServerVersion(sql: Sql, databaseUrl: string | null): Promise<void> {
  let found: number;
  try {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version_num') as version`;
    found = Math.floor(Number(row?.version ?? 0) / 10_000);
  } catch (error) {
    throw databaseUrl ? cannotBeOpened(databaseUrl, error) : error;
  }
  if (found < OLDEST_POSTGRES) {
    throw new DatabaseError(`Kith needs Postgres ${OLDEST_POSTGRES} or later; DATABASE_URL leads to Postgres ${found}.`);
  }
}

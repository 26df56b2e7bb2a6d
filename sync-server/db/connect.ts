/** Opens the configured database, or starts the embedded one, and migrates it to this version. */
import type { Logger } from 'pino';
import postgres, { type Sql } from 'postgres';
import type { Config } from '../config.ts';
import { chooseUserForExternal } from '../started-as-root.ts';
import { arrayTypes } from './array-types.ts';
import { clusterFiles } from './cluster-files.ts';
import type { ConnectionClasses } from './connection-classes.ts';
import { createConnectionPool } from './connection-pool.ts';
import { nameOfDatabase, parseDatabaseUrl } from './database-url.ts';
import { type DiskSpace, diskSpaceByErrors, watchDiskSpace } from './disk-space.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import type { RunAs } from './postgres-binaries.ts';
import { createDatabase, type Database } from './transaction.ts';

export class DatabaseError extends Error {}

const OLDEST_POSTGRES = 15;

/** Settings of every connection. Times are in milliseconds: no statement of a request runs longer than 15 s. */
const session = {
  // For statements as small and as often repeated as ours, planning costs more than running them.
  plan_cache_mode: 'force_generic_plan',
  // A generic plan may be made while a table is empty, and would then scan the whole table until it is analyzed. All our queries have an
  // index.
  enable_seqscan: 'off',
  // Compiling a plan takes longer than any of our statements runs. Before Postgres 18, an unavoidable sequential scan has a cost high
  // enough to trigger it.
  jit: 'off',
  statement_timeout: 15_000,
  lock_timeout: 8_000,
  idle_in_transaction_session_timeout: 20_000,
  // Independent of the server's default: a statement that writes must see what it waited for.
  default_transaction_isolation: 'read committed',
  TimeZone: 'UTC',
} as const;

/** Names the connections of servers. */
const APPLICATION_NAME = 'kith';

/** Counts the connections of servers to this database, except the one that asks. */
export const SERVER_CONNECTIONS = `select count(*)::int as count from pg_stat_activity
  where application_name = '${APPLICATION_NAME}' and datname = current_database() and pid <> pg_backend_pid()`;

export type DatabaseTarget = string | { host: string; database: string; username: string };

/**
 * The driver with its own pool, for single statements outside of a transaction. Counts and sequence numbers (int8) become numbers. They
 * stay far below 2^53.
 */
export function openPool(target: DatabaseTarget, log: Logger, max = 4, onclose?: () => void): Sql {
  const options = {
    max,
    connect_timeout: 10,
    // A Postgres that restarts is back within moments.
    backoff: (attempt: number) => Math.min(2, 0.05 * 2 ** Math.min(attempt, 6)),
    connection: { application_name: APPLICATION_NAME, ...session },
    // Not fetched from the database: see `arrayTypes`. Without it the driver's `reserve` never resolves with a newly opened connection.
    fetch_types: false,
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String }, ...arrayTypes },
    ...(onclose ? { onclose } : {}),
    onnotice: (notice: { message?: string }) => log.debug({ notice: notice.message }, 'database notice'),
  };
  if (typeof target !== 'string') return postgres({ ...target, ...options }) as unknown as Sql;
  const { url, hosts, socketDir } = parseDatabaseUrl(target);
  // The driver would send it to the server as a setting.
  url.searchParams.delete('host');
  if (socketDir) return postgres(url.href, { ...options, host: socketDir }) as unknown as Sql;
  if (hosts.length === 1) return postgres(url.href, options) as unknown as Sql;
  const places: object = { host: hosts.map(({ host }) => host), port: hosts.map(({ port }) => port) };
  // Not 'read-write', which the driver decides by a setting that a standby has too.
  return postgres(url.href, { ...options, ...places, target_session_attrs: 'primary' }) as unknown as Sql;
}

/** Transactions on at most `max` connections. */
export const openDatabase = (target: DatabaseTarget, log: Logger, max = 12): Database =>
  createDatabase(createConnectionPool((onLost) => openPool(target, log, 1, onLost), max));

export interface Connection {
  readonly sql: Sql;
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
  const sql = openPool(target, log);
  const database = openDatabase(target, log);
  const connectionClasses: ConnectionClasses = {
    writes: openDatabase(target, log, 1),
    announcements: openDatabase(target, log, 1),
    streams: openDatabase(target, log, 1),
    sessions: openDatabase(target, log, 1),
  };
  const disk = embedded ? await watchDiskSpace(embedded.directory, log, config.dataDir) : diskSpaceByErrors();
  const close = async () => {
    disk.close();
    await Promise.all([database, ...Object.values(connectionClasses)].map((each: Database) => each.close()));
    await sql.end({ timeout: 5 });
    await embedded?.stop();
  };
  try {
    await checkServerVersion(sql, config.databaseUrl);
    await migrate(database, migrations, { beforeUpdate: async (first) => beforeUpdate?.(first, { sql, target }) });
    const files = embedded ? await clusterFiles(embedded.directory) : null;
    return { sql, database, connectionClasses, disk, target, files, user, close, onGivenUp: (handler) => embedded?.onGivenUp(handler) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The message names the database, but never its full URL, which contains a password. */
export function cannotBeOpened(databaseUrl: string, error: unknown): DatabaseError {
  const { message, code } = error as { message?: string; code?: string };
  return new DatabaseError(`The database ${nameOfDatabase(databaseUrl)} (DATABASE_URL) cannot be opened: ${message || String(code)}`);
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

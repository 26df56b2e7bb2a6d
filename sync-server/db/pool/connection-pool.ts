/**
 * A pool of connections to Postgres. Each has its own driver, which is thrown away with the connection. After a lost connection, the
 * driver (postgres.js 3.4) reconnects by itself and keeps state of the old one. Unsent bytes then precede the first message of the new
 * connection, which hangs. An old error then answers another caller's statement. A commit or rollback of the old transaction then ends
 * another one. So a lost connection is never used again, and neither is its driver.
 *
 * The most recently used connection is used first: its statements are prepared and its pages are cached.
 */
import type { Sql } from 'postgres';
import type { Realm } from '../../../schemas/base/realm.ts';

/** Opens a driver with one connection. Calls `onLost` when the connection ends, for whatever reason. */
export type OpenConnection = (onLost: () => void) => Sql;

export interface PoolLoad {
  readonly max: number;
  readonly open: number;
  readonly idle: number;
  /** callers that wait for a connection */
  readonly waiting: number;
}

export interface ConnectionPool {
  /**
   * Gives `work` a connection of its own. A connection is thrown away if it was lost during the work, or if `work` failed with a connection
   * error.
   */
  use<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** how busy it is now */
  load(): PoolLoad;
  /** Waits a moment for the connections in use, then closes all of them. */
  close(): Promise<void>;
}

interface Connection {
  readonly sql: Sql;
  readonly openUntil: number;
  lost: boolean;
}

const CLOSE_SECONDS = 5;

/** 30 to 60 minutes, so that connections that were opened together are not replaced together. */
const someLifetime = (realm: Realm): number => (30 + realm.Math.random() * 30) * 60_000;

/**
 * A connection is replaced after `lifetimeMs`, because the memory of its backend grows. `open` must leave that to the pool: only the pool
 * knows when nobody uses a connection.
 */
export function createConnectionPool(
  open: OpenConnection,
  max: number,
  lifetimeMs: (realm: Realm) => number = someLifetime,
  realm: Realm = globalThis,
): ConnectionPool {
  const all = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];

  function openOne(): Connection {
    const connection: Connection = {
      sql: open(() => drop(connection)),
      openUntil: realm.performance.now() + lifetimeMs(realm),
      lost: false,
    };
    all.add(connection);
    return connection;
  }

  function drop(connection: Connection): void {
    if (connection.lost) return;
    connection.lost = true;
    all.delete(connection);
    const index = idle.indexOf(connection);
    if (index >= 0) idle.splice(index, 1);
    // Statements that still wait on it fail with an error.
    connection.sql.end({ timeout: 0 }).catch(() => undefined);
    const next = waiting.shift();
    if (next) next(openOne());
  }

  const take = (): Connection | Promise<Connection> =>
    idle.pop() ?? (all.size < max ? openOne() : new Promise<Connection>((resolve) => waiting.push(resolve)));

  function giveBack(connection: Connection): void {
    if (realm.performance.now() > connection.openUntil) drop(connection);
    if (connection.lost) return;
    const next = waiting.shift();
    if (next) next(connection);
    else idle.push(connection);
  }

  return {
    async use(work) {
      const connection = await take();
      try {
        return await work(connection.sql);
      } catch (error) {
        if (isConnectionLoss(error)) drop(connection);
        throw error;
      } finally {
        giveBack(connection);
      }
    },
    load: () => ({ max, open: all.size, idle: idle.length, waiting: waiting.length }),
    async close() {
      await Promise.all([...all].map(({ sql }) => sql.end({ timeout: CLOSE_SECONDS })));
    },
  };
}

const lostCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Whether this error ends its connection. After a fatal error Postgres closes the connection. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as { code?: string; severity?: string };
  return severity === 'FATAL' || severity === 'PANIC' || lostCodes.has(String(code));
}

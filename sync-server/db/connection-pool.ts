/**
 * Connections to Postgres, each a driver of its own that is thrown away with it. The driver (postgres.js 3.4) connects again
 * by itself after a connection was lost, and keeps what that one left: bytes not sent, which then stand before the first message of the
 * new connection so that it hangs; an error, which then answers somebody else's statement; a commit or a rollback of the transaction
 * that was cut, which then ends another one. So a connection that was lost is never used again, nor is its driver.
 *
 * The connection that was used last is used first: its statements are prepared and its pages at hand.
 */
import type { Sql } from 'postgres';

/** Opens a driver with one connection; `onLost` is called when that ends, for whatever reason. */
export type OpenConnection = (onLost: () => void) => Sql;

export interface ConnectionPool {
  /** Gives `work` a connection to itself. One that was lost meanwhile, or that `work` left with an error, is thrown away. */
  use<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Lets those that are in use end for a moment, then closes all. */
  close(): Promise<void>;
}

interface Connection {
  readonly sql: Sql;
  lost: boolean;
}

const CLOSE_SECONDS = 5;

export function createConnectionPool(open: OpenConnection, max: number): ConnectionPool {
  const all = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];

  function openOne(): Connection {
    const connection: Connection = { sql: open(() => drop(connection)), lost: false };
    all.add(connection);
    return connection;
  }

  function drop(connection: Connection): void {
    if (connection.lost) return;
    connection.lost = true;
    all.delete(connection);
    const place = idle.indexOf(connection);
    if (place >= 0) idle.splice(place, 1);
    // Whatever of it still waits is answered with an error.
    connection.sql.end({ timeout: 0 }).catch(() => undefined);
    const next = waiting.shift();
    if (next) next(openOne());
  }

  const take = (): Connection | Promise<Connection> =>
    idle.pop() ?? (all.size < max ? openOne() : new Promise<Connection>((resolve) => waiting.push(resolve)));

  function giveBack(connection: Connection): void {
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

/** Whether this error ends the connection on which it came. After a fatal error Postgres closes it. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as { code?: string; severity?: string };
  return severity === 'FATAL' || severity === 'PANIC' || lostCodes.has(String(code));
}

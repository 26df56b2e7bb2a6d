import type { Sql } from 'postgres';
import type { Database } from './transaction.ts';

/**
 * Runs `work` in one process at a time, whichever of them share this database: the others wait for as long as it takes, past the
 * limits that hold for requests. `lock` is a number that nobody else uses for this in the database.
 */
export const oneProcessAtATime = <T>(database: Database, lock: number, work: (connection: Sql) => Promise<T>): Promise<T> =>
  database.onConnection(async (connection) => {
    try {
      await connection.unsafe('set statement_timeout = 0; set lock_timeout = 0');
      await connection`select pg_advisory_lock(${lock})`;
      return await work(connection);
    } finally {
      await connection`select pg_advisory_unlock(${lock})`.catch(() => undefined);
      await connection.unsafe('reset statement_timeout; reset lock_timeout').catch(() => undefined);
    }
  });

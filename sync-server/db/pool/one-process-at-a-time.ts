import type { Sql } from 'postgres';
import type { Database } from './transaction.ts';

/**
 * Runs `work` in one process at a time, among all processes that share this database. The others wait as long as it takes: the time
 * limits of requests do not apply. `lock` is an advisory lock key that nothing else uses in this database.
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

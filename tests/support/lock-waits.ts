/** Statements that wait for a lock, for tests that force the order of transactions. */
import type { Sql } from 'postgres';
import { until } from './until.ts';

/** How many statements wait for a lock in this database. */
export async function countLockWaits(sql: Sql): Promise<number> {
  const waiting = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length;
}

/** Resolves once at least so many statements wait for a lock. */
export const untilWaiting = (sql: Sql, count = 1): Promise<void> => until(async () => (await countLockWaits(sql)) >= count);

/** Begins `work`, and resolves once it has ended or waits for a lock. */
export async function begin<T>(sql: Sql, work: () => Promise<T>): Promise<{ readonly ended: Promise<T>; readonly waits: boolean }> {
  let hasEnded = false;
  const ended = work().finally(() => {
    hasEnded = true;
  });
  await until(async () => hasEnded || (await countLockWaits(sql)) > 0);
  return { ended, waits: !hasEnded };
}

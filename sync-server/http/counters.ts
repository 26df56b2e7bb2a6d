/**
 * What counts how often something happened within a time: in the database for all processes that serve one circle, or in memory where nothing
 * is shared. The only file that knows the library behind them.
 */
import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { serverKey } from '../db/server-key.ts';
import type { Database, Tx } from '../db/transaction.ts';

export interface CounterOptions {
  /** Counters of one name count together, also in other processes. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

export interface Counter {
  /** Counts once; milliseconds until the next may come where there were too many, else null. */
  consume(key: string): Promise<number | null>;
  /** Counts once and refuses nothing; how many there are now. */
  add(key: string): Promise<number>;
  /** Takes one back. */
  takeBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
}

export type Counters = (options: CounterOptions) => Counter;

function counterOf(limiter: RateLimiterMemory | RateLimiterPostgres): Counter {
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
        return null;
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return reason.msBeforeNext;
        throw reason;
      }
    },
    add: async (key) => (await limiter.penalty(key)).consumedPoints,
    async takeBack(key) {
      await limiter.reward(key);
    },
    async forget(key) {
      await limiter.delete(key);
    },
  };
}

export const countersInMemory: Counters = ({ name, points, seconds }) =>
  counterOf(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }));

export interface SharedCounters {
  /** One statement each, in a transaction of its own: what was counted stays counted, whatever becomes of the request. */
  readonly counters: Counters;
  /** Within this transaction: what is rolled back was not counted, and no second connection is waited for. */
  within(tx: Tx): Counters;
}

/** As much of a connection of `pg` as the limiter uses. */
interface Query {
  readonly text: string;
  readonly values: readonly [key: string, ...(string | number | null)[]];
}
type Statement = (text: string, values: (string | number | null)[]) => Promise<readonly object[]>;

/**
 * Counts in the table `rate_limits`. Whom a counter stops it remembers until then, so a flood does not reach the database; those within a
 * transaction are made anew each time. Has the key of the keys at hand when it resolves.
 */
export async function createSharedCounters(database: Database): Promise<SharedCounters> {
  const secret = await serverKey(database, 'rate limits')();
  const countersBy =
    (run: Statement): Counters =>
    ({ name, points, seconds }) =>
      counterOf(
        new RateLimiterPostgres({
          storeClient: {
            async query({ text, values: [key, ...values] }: Query) {
              const rows = await run(text, [createHmac('sha256', secret).update(key).digest('base64url'), ...values]);
              return { rows, rowCount: rows.length };
            },
          },
          storeType: 'client',
          tableName: 'rate_limits',
          tableCreated: true,
          // Once for all processes: see `forgetOldCounts`.
          clearExpiredByTimeout: false,
          keyPrefix: name,
          points,
          duration: seconds,
          inMemoryBlockOnConsumed: points + 1,
        }),
      );
  return {
    counters: countersBy((text, values) => database.carryOut((sql) => sql.unsafe(text, values, { prepare: true }))),
    within: (tx) => countersBy((text, values) => tx.unsafe(text, values, { prepare: true })),
  };
}

const KEPT_MS = 60 * 60 * 1000;

/** Forgets what is past, with an hour for clocks that do not agree. */
export async function forgetOldCounts(database: Database): Promise<void> {
  await database.write((tx) => tx`delete from rate_limits where expire < ${Date.now() - KEPT_MS}`);
}

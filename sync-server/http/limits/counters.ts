/**
 * Counters of events within a time window: in the database for all processes of a circle, or in memory if nothing is shared. Only this
 * file knows the library behind them.
 */
import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Realm } from '../../../schemas/base/realm.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';
import { serverKey } from '../../db/server-key.ts';

export interface CounterOptions {
  /** Counters with the same name share their counts, across processes too. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

export interface Counter {
  /** Counts once. Returns null, or the milliseconds until the next attempt is allowed if there were too many. */
  consume(key: string): Promise<number | null>;
  /** Counts once and never refuses. Returns the current count. */
  add(key: string): Promise<number>;
  /** Subtracts one. */
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
  /** Each count is a statement in a transaction of its own: it stays counted, whatever happens to the request. */
  readonly counters: Counters;
  /** Counts within this transaction: a rollback undoes the count, and no second connection is needed. */
  within(tx: Tx): Counters;
}

/** The part of a `pg` query that the limiter uses. */
interface Query {
  readonly text: string;
  readonly values: readonly [key: string, ...(string | number | null)[]];
}
type Statement = (text: string, values: (string | number | null)[]) => Promise<readonly object[]>;

/**
 * Counts in the table `rate_limits`. A counter remembers in memory which keys are blocked until when, so a flood does not reach the
 * database. Counters of `within` are created anew for each transaction. Resolves once it has the key for hashing counter keys.
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
          // Once for all processes instead: see `forgetOldCounts`.
          clearExpiredByTimeout: false,
          keyPrefix: name,
          points,
          duration: seconds,
          inMemoryBlockOnConsumed: points + 1,
        }),
      );
  return {
    counters: countersBy((text, values) => database.writeStatement((sql) => sql.unsafe(text, values, { prepare: true }))),
    within: (tx) => countersBy((text, values) => tx.unsafe(text, values, { prepare: true })),
  };
}

const KEPT_MS = 60 * 60 * 1000;

/** Deletes expired counts, an hour late in case clocks disagree. */
export async function forgetOldCounts(database: Database, realm: Realm = globalThis): Promise<void> {
  await database.write((tx) => tx`delete from rate_limits where expire < ${realm.Date.now() - KEPT_MS}`);
}

/**
 * Transactions. The handle that `work` receives belongs to one transaction and ends with it: after the first error, after commit and
 * after rollback it refuses to run anything. Otherwise a handle that outlives a killed backend could run its next statement on another
 * connection, outside any transaction and among the rows of another member (postgres.js issue 1216).
 */
import type { Sql, TransactionSql } from 'postgres';
import type { Realm } from '../../../schemas/base/realm.ts';
import { BusyDatabaseError } from '../../base/database-errors.ts';
import { type ConnectionPool, isConnectionLoss, type PoolLoad } from './connection-pool.ts';
import { inTime, SILENT_MS } from './in-time.ts';
import { retryCollisions } from './retry-collisions.ts';

/** An open transaction. Statements are tagged templates. A handle that outlives its transaction refuses to work. */
export type Tx = TransactionSql;

export interface Database {
  /** A REPEATABLE READ, READ ONLY transaction: `work` reads everything from one snapshot. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A READ COMMITTED transaction. It commits when `work` returns and rolls back when `work` throws. After a deadlock `work` runs again, so
   * it must have no effects but those of its statements.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Like `write`, but `work` runs only once, and the commit is sent right behind the last statements, which saves a round trip. `last` is
   * the result of statements that were all issued before `work` returns. A statement issued later is refused. If one of them fails,
   * Postgres answers the commit with a rollback and their error is thrown.
   */
  writePipelined<T>(work: (tx: Tx) => Promise<{ readonly last: Promise<T> }>): Promise<T>;
  /**
   * A single statement that writes, in a transaction of its own: READ COMMITTED, committed when it is answered. It is never sent again:
   * if the connection is lost, it is unknown whether the statement was carried out.
   */
  writeStatement<T>(statement: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Gives `work` a connection of its own, for code that runs its own transactions. `work` must reset any settings that it changes there.
   */
  onConnection<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** A single statement that reads, without a transaction of its own. */
  ask<T>(statement: (sql: Sql) => Promise<T>): Promise<T>;
  /** how busy its connections are now */
  load(): PoolLoad;
  close(): Promise<void>;
}

const snapshots = new WeakSet<Tx>();
/** Whether this transaction reads a single snapshot, so that an answer stays true until its end. */
export const isSnapshot = (tx: Tx): boolean => snapshots.has(tx);

export class DeadTransactionError extends Error {
  constructor(options?: ErrorOptions) {
    super('this transaction is over: its handle cannot be used any more', options);
  }
}

/** Tracks whether a transaction, or a savepoint inside it, can still be used. */
class Life {
  private cause: unknown;
  private over = false;
  private gone = false;
  private readonly parent: Life | undefined;

  constructor(parent?: Life) {
    this.parent = parent;
  }

  end(cause?: unknown): void {
    this.over = true;
    this.cause ??= cause;
    if (isConnectionLoss(cause)) this.gone = true;
    // At a savepoint Postgres recovers from a failed statement. A lost connection ends the outer transaction as well.
    if (cause !== undefined && !isStatementError(cause)) this.parent?.end(cause);
  }

  /** Whether the connection was lost, together with everything that began on it. */
  isConnectionLost(): boolean {
    return this.gone || (this.parent?.isConnectionLost() ?? false);
  }

  /** The error for any further use, or null if it can still be used. */
  endedBy(): DeadTransactionError | null {
    if (this.over) return new DeadTransactionError({ cause: this.cause });
    return this.parent?.endedBy() ?? null;
  }
}

const isStatementError = (error: unknown): boolean => error instanceof Error && error.name === 'PostgresError' && !isShutdown(error);
/** 57P01 to 57P03: the backend was terminated, has crashed, or is still starting. */
const isShutdown = (error: Error): boolean => String((error as { code?: string }).code).startsWith('57P');

/** The error when a connection was lost while it was idle, and was used before the loss was noticed. */
const isStaleConnectionError = (error: unknown): boolean =>
  error instanceof Error && /^(57P0[12]|CONNECTION_CLOSED|ECONNRESET|EPIPE)$/.test(String((error as { code?: string }).code));
const ATTEMPTS_TO_BEGIN = 4;

/**
 * Never settles, for errors on a lost connection. If such an error were thrown on, the driver would send a rollback there. Writing to the
 * closed socket can then throw where nobody can catch it, which ends the process (postgres.js issue 1208). As soon as the driver sees the
 * connection close, it rejects the whole transaction by itself, so nothing else is needed.
 */
const neverSettles = (): Promise<never> => new Promise(() => undefined);

/** The parts of a postgres.js query that are called when it is sent and when it has failed. */
interface PendingStatement {
  handler: (query: PendingStatement) => unknown;
  reject: (error: unknown) => void;
}
const isStatement = (value: unknown): value is PendingStatement =>
  value instanceof Promise && typeof (value as Partial<PendingStatement>).handler === 'function';

/** Refuses a statement when it is sent, not when it is created: fragments are statements that are never sent. */
function bind(value: unknown, life: Life): unknown {
  if (!isStatement(value)) return value;
  const { handler, reject } = value;
  value.handler = (query) => {
    const dead = life.endedBy();
    return dead ? reject(dead) : handler(query);
  };
  value.reject = (error) => {
    life.end(error);
    reject(error);
  };
  return value;
}

type AnyFunction = (...args: unknown[]) => unknown;

function guard(tx: TransactionSql, life: Life): Tx {
  const alive = () => {
    const dead = life.endedBy();
    if (dead) throw dead;
  };
  const savepoint = async (...args: unknown[]) => {
    alive();
    const work = args.at(-1) as (inner: Tx) => Promise<unknown>;
    const inner = new Life(life);
    try {
      return await (tx.savepoint as AnyFunction)(...args.slice(0, -1), async (point: TransactionSql) => {
        try {
          return await work(guard(point, inner));
        } catch (error) {
          return inner.isConnectionLost() ? await neverSettles() : Promise.reject(error);
        }
      });
    } finally {
      inner.end();
    }
  };
  return new Proxy(tx, {
    apply(target, self, args) {
      alive();
      return bind(Reflect.apply(target as unknown as AnyFunction, self, args), life);
    },
    get(target, property) {
      if (property === 'savepoint') return savepoint;
      const value: unknown = Reflect.get(target, property, target);
      if (property !== 'unsafe' && property !== 'file') return value;
      return (...args: unknown[]) => {
        alive();
        return bind((value as AnyFunction).apply(target, args), life);
      };
    },
  });
}

/**
 * Transactions over this pool. Any error of `work` or of the database rolls back and is thrown on. `own` gives connections to
 * `onConnection` where those of `pool` belong to a pooler, which takes them back after each transaction. A database that says nothing for
 * `silentMs` when a transaction or a single statement begins is given up with an error that asks to try again.
 */
export function createDatabase(
  pool: ConnectionPool,
  own: ConnectionPool = pool,
  silentMs = SILENT_MS,
  realm: Realm = globalThis,
): Database {
  /** @throws BusyDatabaseError when all of it went by in waiting for a connection, which is then as good as any */
  const timeLeft = (asked: number): number => {
    const left = silentMs - (realm.performance.now() - asked);
    if (left <= 0) throw new BusyDatabaseError('no connection to the database was free in time');
    return left;
  };

  /**
   * What `work` gives on a connection, if it gives that in time. Waiting for the connection counts. Otherwise the connection is thrown
   * away: whatever it holds back may never come.
   */
  const runInTime = <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    const asked = realm.performance.now();
    return pool.use((sql) => {
      const left = timeLeft(asked);
      return inTime(work(sql), left, { realm });
    });
  };

  /** Starts again on another connection, if the first was lost before anything had happened on it. */
  async function retryBeforeBegin<T>(work: (sql: Sql) => Promise<T>, hasBegun: () => boolean, use = pool.use): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await use(work);
      } catch (error) {
        if (hasBegun() || attempt === ATTEMPTS_TO_BEGIN || !isStaleConnectionError(error)) throw error;
      }
    }
  }

  function inTransaction<T>(mode: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    let begun = false;
    const asked = realm.performance.now();
    async function run(sql: Sql): Promise<T> {
      const left = timeLeft(asked);
      let late = false;
      let running: Promise<T> | undefined;
      const hasBegun = new Promise<void>((resolve, reject) => {
        running = runTransaction(sql, mode, (tx) => {
          // It was given up, and must not be carried out after that.
          if (late) return Promise.reject(new DeadTransactionError());
          begun = true;
          resolve();
          return work(tx);
        });
        running.catch(reject);
      });
      await inTime(hasBegun, left, { realm }).catch((error: unknown) => {
        late = true;
        throw error;
      });
      return running as Promise<T>;
    }
    return retryBeforeBegin(run, () => begun);
  }

  async function runTransaction<T>(sql: Sql, mode: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const life = new Life();
    let ended = false;
    try {
      return (await sql.begin(mode, async (tx) => {
        try {
          const result = await work(guard(tx, life));
          // A failed statement has ended the transaction, even if `work` caught its error. Postgres would answer the commit with a
          // rollback, and nobody would notice.
          const dead = life.endedBy();
          if (dead) throw dead;
          life.end();
          return result;
        } catch (error) {
          return ended || life.isConnectionLost() ? await neverSettles() : Promise.reject(error);
        }
      })) as T;
    } finally {
      ended = true;
      life.end();
    }
  }
  return {
    read: (work) =>
      inTransaction('isolation level repeatable read read only', (tx) => {
        snapshots.add(tx);
        return work(tx);
      }),
    write: (work) => retryCollisions(() => inTransaction('isolation level read committed', work), realm),
    async writePipelined(work) {
      const { last } = await inTransaction('isolation level read committed', async (tx) => {
        const sent = await work(tx);
        // The code that awaits `last` below handles its error, after the transaction has ended.
        sent.last.catch(() => undefined);
        // A statement is sent some microtasks after it was issued. All of those have run before the next tick.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        return sent;
      });
      return last;
    },
    writeStatement: runInTime,
    onConnection: own.use,
    ask: (statement) => retryBeforeBegin(statement, () => false, runInTime),
    load: pool.load,
    async close() {
      await Promise.all([...new Set([pool, own])].map((each) => each.close()));
    },
  };
}

/**
 * Transactions. The handle that `work` gets belongs to one transaction and dies with it: after the first error, after commit and
 * after rollback it refuses to run anything. Without that, a handle that outlives a killed backend may run its next statement on
 * another connection, outside any transaction and among the rows of another member (postgres.js issue 1216).
 */
import type { Sql, TransactionSql } from 'postgres';
import { type ConnectionPool, isConnectionLoss } from './connection-pool.ts';

/** A transaction that is open. Statements are tagged templates; a handle that outlived its transaction refuses to work. */
export type Tx = TransactionSql;

export interface Database {
  /** One REPEATABLE READ, READ ONLY transaction: one snapshot for all that `work` reads. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One READ COMMITTED transaction, committed when `work` returns and rolled back when it throws. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same, and the commit follows right behind what `work` asked last, without a way to the database and back in between: `last`
   * is what comes of statements that have all been asked when `work` returns; one that is asked later is refused. Where one of
   * them fails, Postgres answers the commit with a rollback, and their error is thrown.
   */
  writeAtOnce<T>(work: (tx: Tx) => Promise<{ readonly last: Promise<T> }>): Promise<T>;
  /**
   * One statement that writes, a transaction by itself: READ COMMITTED, committed when it is answered. It is not sent again: where the
   * connection is lost, nobody knows whether it was carried out.
   */
  carryOut<T>(statement: (sql: Sql) => Promise<T>): Promise<T>;
  /** A connection to itself until `work` is done, for what brings transactions of its own. What `work` sets there it sets back. */
  onConnection<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** One statement that reads, without a transaction of its own. */
  ask<T>(statement: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const snapshots = new WeakSet<Tx>();
/** Whether all that this transaction reads is of one moment, so that an answer stays true until its end. */
export const isSnapshot = (tx: Tx): boolean => snapshots.has(tx);

export class DeadTransactionError extends Error {
  constructor(options?: ErrorOptions) {
    super('this transaction is over: its handle cannot be used any more', options);
  }
}

/** Whether a transaction, or the savepoint inside it, can still be used. */
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
    // Postgres recovers from a failed statement at the savepoint; a lost connection takes everything with it.
    if (cause !== undefined && !isStatementError(cause)) this.parent?.end(cause);
  }

  /** Whether the connection is gone, with everything that was begun on it. */
  isConnectionLost(): boolean {
    return this.gone || (this.parent?.isConnectionLost() ?? false);
  }

  /** The error that answers any further use, or null while there is none. */
  verdict(): DeadTransactionError | null {
    if (this.over) return new DeadTransactionError({ cause: this.cause });
    return this.parent?.verdict() ?? null;
  }
}

const isStatementError = (error: unknown): boolean => error instanceof Error && error.name === 'PostgresError' && !isShutdown(error);
/** 57P01 to 57P03: the backend was ended, crashed, or is not there yet. */
const isShutdown = (error: Error): boolean => String((error as { code?: string }).code).startsWith('57P');

/** The end of a connection that went while it was idle, met by whoever used it before that was known. */
const isOfTheLast = (error: unknown): boolean =>
  error instanceof Error && /^(57P0[12]|CONNECTION_CLOSED|ECONNRESET|EPIPE)$/.test(String((error as { code?: string }).code));
const ATTEMPTS_TO_BEGIN = 4;

/**
 * For an error that is thrown while the connection is gone. Thrown on, it would make the driver send a rollback there, which may end
 * the process, because the write to a closed socket throws where nobody can catch it (postgres.js issue 1208). The driver rejects
 * the whole transaction by itself as soon as it sees the connection close, so there is nothing to do but to let it.
 */
const leftToTheDriver = (): Promise<never> => new Promise(() => undefined);

/** The parts of a postgres.js query that say when it is sent and when it has failed. */
interface PendingStatement {
  handler: (query: PendingStatement) => unknown;
  reject: (error: unknown) => void;
}
const isStatement = (value: unknown): value is PendingStatement =>
  value instanceof Promise && typeof (value as Partial<PendingStatement>).handler === 'function';

/** Fragments are statements that are never sent, so it is at sending that a statement is refused. */
function bind(value: unknown, life: Life): unknown {
  if (!isStatement(value)) return value;
  const { handler, reject } = value;
  value.handler = (query) => {
    const dead = life.verdict();
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
    const dead = life.verdict();
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
          return inner.isConnectionLost() ? await leftToTheDriver() : Promise.reject(error);
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

/** Transactions over this pool. Anything thrown by `work`, and any error of the database, rolls back and is thrown on. */
export function createDatabase(pool: ConnectionPool): Database {
  /** Begins again, on another connection, where one was lost before anything had happened on it. */
  async function fromTheStart<T>(work: (sql: Sql) => Promise<T>, hasBegun: () => boolean): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pool.use(work);
      } catch (error) {
        if (hasBegun() || attempt === ATTEMPTS_TO_BEGIN || !isOfTheLast(error)) throw error;
      }
    }
  }

  function inTransaction<T>(mode: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    let begun = false;
    const begin = (tx: Tx) => {
      begun = true;
      return work(tx);
    };
    return fromTheStart(
      (sql) => inOne(sql, mode, begin),
      () => begun,
    );
  }

  async function inOne<T>(sql: Sql, mode: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const life = new Life();
    let ended = false;
    try {
      return (await sql.begin(mode, async (tx) => {
        try {
          const result = await work(guard(tx, life));
          // A statement that failed and whose error was caught has ended the transaction all the same: Postgres would answer the
          // commit with a rollback, and nobody would know.
          const dead = life.verdict();
          if (dead) throw dead;
          life.end();
          return result;
        } catch (error) {
          return ended || life.isConnectionLost() ? await leftToTheDriver() : Promise.reject(error);
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
    write: (work) => inTransaction('isolation level read committed', work),
    async writeAtOnce(work) {
      const { last } = await inTransaction('isolation level read committed', async (tx) => {
        const sent = await work(tx);
        // Its error is for whoever waits for it below, once the transaction is over.
        sent.last.catch(() => undefined);
        // A statement goes out some microtasks after it was asked; before a tick, all of those have run.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        return sent;
      });
      return last;
    },
    carryOut: pool.use,
    onConnection: pool.use,
    ask: (statement) => fromTheStart(statement, () => false),
    close: pool.close,
  };
}

/**
 * Writes that fail at one of their statements, or at their commit. Postgres itself rolls them back: it is asked for an error in place of
 * the statement.
 */
import type { Sql } from 'postgres';
import type { Database, Tx } from '../../../sync-server/db/pool/transaction.ts';
import type { Connected } from './database.ts';

/** in place of the number of a statement: once the write is committed */
export const COMMITTED = Number.POSITIVE_INFINITY;

export interface WriteFault {
  /** Before which statement of the next write it strikes. A write with fewer meets it at its commit. */
  readonly statement: number;
  /** the code with which Postgres ends the transaction */
  readonly code: string;
  /** whether the caller hears that the connection ended */
  readonly losesConnection?: boolean;
  /** Called when it strikes. Where the write is committed, its caller gets what this gives, if anything. */
  struck(): Promise<never> | undefined;
}

const raised = (code: string): string => `do $$ begin raise exception 'this world wants it' using errcode = '${code}'; end $$`;

/** What postgres.js throws where the connection ended before the answer. */
export const connectionClosed = (): Error =>
  Object.assign(new Error('write CONNECTION_CLOSED 127.0.0.1:5432'), { code: 'CONNECTION_CLOSED' });

/** The parts of a statement of postgres.js that send it and reject it. */
interface Statement extends Promise<unknown> {
  executed: boolean;
  handle(): unknown;
  reject(error: unknown): void;
}
const isStatement = (value: unknown): value is Statement => value instanceof Promise && typeof Reflect.get(value, 'handle') === 'function';
type Ask = (...args: unknown[]) => unknown;

/** Wraps the writes of a database. */
export function createWriteFaults({ database }: Pick<Connected, 'database'>) {
  let next: WriteFault | null = null;
  function take(): WriteFault | null {
    const fault = next;
    next = null;
    return fault;
  }

  /** Lets Postgres end the transaction. @throws Error always */
  async function end(sql: Pick<Sql, 'unsafe'>, fault: WriteFault): Promise<void> {
    void fault.struck();
    await sql.unsafe(raised(fault.code));
  }

  /** A connection that truly ends does so in real time. So Postgres rolls the write back, and its caller hears that the connection ended. */
  const heard = (fault: WriteFault | null) => (error: unknown) => {
    throw fault?.losesConnection ? connectionClosed() : error;
  };

  /** `isLeft` says afterwards whether the fault has found no statement of its number. */
  function meeting<T extends Sql | Tx>(sql: T, fault: WriteFault) {
    let left = fault.statement;
    function count(value: unknown): unknown {
      if (!isStatement(value)) return value;
      const { handle } = value;
      value.handle = () => {
        if (value.executed) return undefined;
        left -= 1;
        if (left !== 0) return handle.call(value);
        value.executed = true;
        return end(sql, fault).catch((error: unknown) => value.reject(error));
      };
      return value;
    }
    const met = new Proxy(sql as object, {
      apply: (target, _, args) => count((target as Ask)(...args)),
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        return name === 'unsafe' ? (...args: unknown[]) => count((member as Ask).apply(target, args)) : member;
      },
    });
    return { sql: met as T, isLeft: () => left > 0 };
  }

  /** Runs the work of a transaction, which fails where the fault is due by then. */
  async function runIn<T>(
    tx: Tx,
    fault: WriteFault,
    work: (tx: Tx) => Promise<T>,
  ): Promise<{ readonly result: T; readonly over: unknown }> {
    const met = meeting(tx, fault);
    const result = await work(met.sql);
    const isDue = met.isLeft() && fault.statement !== COMMITTED;
    return { result, over: isDue ? end(tx, fault) : undefined };
  }

  const committed = async <T>(fault: WriteFault | null, written: T): Promise<T> =>
    (fault?.statement === COMMITTED && (await fault.struck())) || written;

  const faulty: Database = {
    ...database,
    async write(work) {
      let fault: WriteFault | null = null;
      const written = await database
        .write(async (tx) => {
          fault = take();
          if (!fault) return work(tx);
          const { result, over } = await runIn(tx, fault, work);
          await over;
          return result;
        })
        .catch((error) => heard(fault)(error));
      return committed(fault, written);
    },
    async writePipelined(work) {
      let fault: WriteFault | null = null;
      const written = await database
        .writePipelined(async (tx) => {
          fault = take();
          if (!fault) return work(tx);
          const { result, over } = await runIn(tx, fault, work);
          return { last: over ? Promise.all([over, result.last]).then(([, last]) => last) : result.last };
        })
        .catch((error) => heard(fault)(error));
      return committed(fault, written);
    },
    async writeStatement(statement) {
      let fault: WriteFault | null = null;
      const written = await database
        .writeStatement(async (sql) => {
          fault = take();
          if (!fault) return statement(sql);
          return statement(meeting(sql, { ...fault, statement: fault.statement === COMMITTED ? COMMITTED : 1 }).sql);
        })
        .catch((error) => heard(fault)(error));
      return committed(fault, written);
    },
  };
  return {
    database: faulty,
    /** The next write meets this fault. */
    meet(fault: WriteFault): void {
      next = fault;
    },
    /** No write meets a fault. */
    forget(): void {
      next = null;
    },
  };
}

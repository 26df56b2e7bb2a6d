/**
 * Announces new rows to those whom they concern, in a transaction of its own right after that of the row: many rows at once, and nobody who
 * writes waits for the notifications of others. A line in the database that was written with the row (`unannounced`) is taken by the
 * transaction that announces it, so each row is announced exactly once, whichever process does it, and also after a crash.
 */
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Actor } from '../../schemas/base/refusal.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { isUnavailable } from '../db/database-errors.ts';
import { groupedBy } from '../db/grouped-by.ts';
import type { Database } from '../db/transaction.ts';
import { describeError } from '../log.ts';
import type { CollectionFeatures } from './feature.ts';
import { type StatementAnswer, type WrittenLog, writtenByStatement } from './write-log.ts';

/** A new row that is still to be announced, and the write that made it. */
export interface Unannounced {
  readonly collection: CollectionName;
  readonly id: string;
  readonly actor: Actor;
  readonly writeId: string;
}

export interface Announcer {
  /** Announces these within moments. They stand in the database already. */
  add(rows: readonly Unannounced[]): void;
  /** A transaction ended without saying how: what it may have left unannounced is looked for in the database. */
  suspect(): void;
  /**
   * Resolves when everything is announced that was added or suspected before this call. What acts on the result of a write (an unfriend
   * after a post, say) waits for this first, so that it makes no difference that announcements come later.
   * @throws the error of the database where that cannot be had now: what was to come after the announcement comes again
   */
  settled(): Promise<void>;
  /** Announces what another process, or this one before it ended, left for so long. */
  announceLeft(seconds: number): Promise<void>;
  /** Ends once all is announced. */
  close(): Promise<void>;
}

/** Long enough for a burst of writes to be announced together, too short for anybody to notice. */
const GATHERED_FOR_MS = 250;
const MAX_TOGETHER = 64;
/** What is older was left by a process that ended. */
const LEFT_SECONDS = 5;
const LOOK_MS = 3_000;
const MAX_LEFT = 500;

export function createAnnouncer(given: {
  readonly database: Database;
  readonly features: CollectionFeatures;
  /** carries out a statement, again where it collides with others, and gives the streams what it wrote */
  readonly carryOut: (statement: (sql: Sql) => Promise<WrittenLog | null>) => Promise<void>;
  readonly log: Logger;
}): Announcer {
  const { database, features, carryOut, log } = given;
  let waiting: Unannounced[] = [];
  let suspected = false;
  let timer: NodeJS.Timeout | undefined;
  let queue: Promise<void> = Promise.resolve();
  /** why the last announcement did not succeed */
  let failure: unknown = null;

  async function announce(rows: readonly Unannounced[]): Promise<void> {
    for (const [collection, own] of groupedBy(rows, (row) => row.collection)) {
      const statement = features[collection].announce;
      if (!statement) continue;
      const writes = own.map((row) => row.writeId);
      await carryOut(async (sql) => {
        const [row] = await sql<{ answer: StatementAnswer }[]>`select ${sql(statement)}(${writes}::uuid[]) as answer`;
        return row ? writtenByStatement('notifications', row.answer, []) : null;
      });
    }
  }

  /** One row that fails to be announced must not block the rows behind it. */
  async function announceAlone(row: Unannounced): Promise<void> {
    try {
      await announce([row]);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.error({ collection: row.collection, error: describeError(error) }, 'a new row cannot be announced');
      await database.write((tx) => tx`delete from unannounced where write_id = ${row.writeId}`);
    }
  }

  async function announceTogether(rows: readonly Unannounced[]): Promise<void> {
    try {
      await announce(rows);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      for (const row of rows) await announceAlone(row);
    }
  }

  async function announceWaiting(): Promise<void> {
    if (suspected) {
      suspected = false;
      waiting.push(...(await findLeft(0)));
    }
    // What was added may be found as well.
    const rows = [...new Map(waiting.map((row) => [row.writeId.toLowerCase(), row])).values()];
    waiting = [];
    for (let from = 0; from < rows.length; from += MAX_TOGETHER) await announceTogether(rows.slice(from, from + MAX_TOGETHER));
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    failure = null;
    queue = queue.then(announceWaiting).catch((error: unknown) => {
      // They stay in the database and are found there.
      suspected = true;
      failure = error;
      log.warn({ error: describeError(error) }, 'new rows are announced later');
    });
    return queue;
  }

  function add(rows: readonly Unannounced[]): void {
    if (rows.length === 0) return;
    waiting.push(...rows);
    timer ??= setTimeout(flush, GATHERED_FOR_MS);
  }

  async function findLeft(seconds: number): Promise<Unannounced[]> {
    const left = await database.read(
      (tx) => tx<{ collection: CollectionName; doc_id: string; write_id: string; user_id: string }[]>`
        select collection, doc_id, write_id, user_id from unannounced
        where at <= now() - make_interval(secs => ${seconds}) order by nth limit ${MAX_LEFT}`,
    );
    return left.map((row) => ({ collection: row.collection, id: row.doc_id, actor: { userId: row.user_id }, writeId: row.write_id }));
  }

  async function announceLeft(seconds: number): Promise<void> {
    add(await findLeft(seconds));
    await flush();
  }

  let looking: Promise<void> | undefined;
  const looks = setInterval(() => {
    looking ??= announceLeft(suspected ? 0 : LEFT_SECONDS)
      .catch((error: unknown) => log.warn({ error: describeError(error) }, 'what is left to be announced could not be looked for'))
      .finally(() => {
        looking = undefined;
      });
  }, LOOK_MS);
  looks.unref();

  return {
    add,
    suspect() {
      suspected = true;
    },
    async settled() {
      await (waiting.length > 0 || suspected ? flush() : queue);
      // A connection may have been lost while nobody used it: once more, on another.
      if (suspected) await flush();
      if (suspected && failure !== null) throw failure;
    },
    announceLeft,
    async close() {
      clearInterval(looks);
      await looking;
      await flush();
    },
  };
}

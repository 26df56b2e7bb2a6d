/**
 * Notifies members of new rows, in a separate transaction that follows the transaction of the row. It handles many rows at once, so an
 * author never waits for the notifications of others. The write also adds a line to the table `unnotified`, and the transaction that
 * notifies takes that line. So each row is handled exactly once, whichever process does it, and also after a crash.
 */
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Realm, Timer } from '../../../schemas/base/realm.ts';
import type { Actor } from '../../../schemas/base/refusal.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { isUnavailable } from '../../base/database-errors.ts';
import { describeError } from '../../base/log.ts';
import { repeatedly } from '../../base/repeatedly.ts';
import { groupedBy } from '../../db/grouped-by.ts';
import type { Database } from '../../db/pool/transaction.ts';
import type { CollectionFeatures } from '../feature.ts';
import { type StatementAnswer, type WrittenLog, writtenByStatement } from '../write-log.ts';

/** A new row whose notifications are still to be made, and the write that made the row. */
export interface WaitingRow {
  readonly collection: CollectionName;
  readonly id: string;
  readonly actor: Actor;
  readonly writeId: string;
}

export interface Notifier {
  /** Makes the notifications for these rows within moments. The rows are already in the database. */
  add(rows: readonly WaitingRow[]): void;
  /** For a transaction whose outcome is unknown: the next pass searches the database for rows that it may have left. */
  suspect(): void;
  /**
   * Resolves when notifications are made for every row that was added or suspected before this call. An act that depends on an earlier
   * write (an unfriend after a post, say) waits for this first. So it makes no difference that notifications come later than their rows.
   * @throws the error of the database where it is unavailable now; the act that waited fails too, and its client sends it again
   */
  settled(): Promise<void>;
  /** Makes the notifications for rows that have waited at least this many seconds, whichever process wrote them. */
  notifyWaiting(seconds: number): Promise<void>;
  /** Stops after a last pass. Where that pass fails, the rows stay in the database for the next process. */
  close(): Promise<void>;
}

/** Long enough to handle a burst of writes together, too short for a member to notice. */
const GATHERED_FOR_MS = 250;
const MAX_TOGETHER = 64;
/** Rows that wait longer than this were left by a process that ended. */
const ORPHANED_AFTER_SECONDS = 5;
const PASS_MS = 3_000;
const MAX_FOUND = 500;

export function createNotifier(given: {
  readonly realm?: Realm;
  readonly database: Database;
  readonly features: CollectionFeatures;
  /** runs a statement, retries it after a collision, and passes what it wrote to the streams */
  readonly carryOut: (statement: (sql: Sql) => Promise<WrittenLog | null>) => Promise<void>;
  readonly log: Logger;
}): Notifier {
  const { database, features, carryOut, log, realm = globalThis } = given;
  let waiting: WaitingRow[] = [];
  let suspected = false;
  let timer: Timer | undefined;
  let queue: Promise<void> = Promise.resolve();
  /** the error of the last pass, null where it succeeded */
  let failure: unknown = null;

  async function notify(rows: readonly WaitingRow[]): Promise<void> {
    for (const [collection, own] of groupedBy(rows, (row) => row.collection)) {
      const statement = features[collection].notify;
      if (!statement) continue;
      const writes = own.map((row) => row.writeId);
      await carryOut(async (sql) => {
        const [row] = await sql<{ answer: StatementAnswer }[]>`select ${sql(statement)}(${writes}::uuid[]) as answer`;
        return row ? writtenByStatement('notifications', row.answer, []) : null;
      });
    }
  }

  /** One row whose notifications fail must not block the rows behind it. */
  async function notifyAlone(row: WaitingRow): Promise<void> {
    try {
      await notify([row]);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.error({ collection: row.collection, error: describeError(error) }, 'could not notify members of a new row; leaving it out');
      await database.write((tx) => tx`delete from unnotified where write_id = ${row.writeId}`);
    }
  }

  async function notifyTogether(rows: readonly WaitingRow[]): Promise<void> {
    try {
      await notify(rows);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      for (const row of rows) await notifyAlone(row);
    }
  }

  async function notifyQueued(): Promise<void> {
    if (suspected) {
      suspected = false;
      waiting.push(...(await findWaiting(0)));
    }
    // The search may find rows that were also added.
    const rows = [...new Map(waiting.map((row) => [row.writeId.toLowerCase(), row])).values()];
    waiting = [];
    for (let from = 0; from < rows.length; from += MAX_TOGETHER) await notifyTogether(rows.slice(from, from + MAX_TOGETHER));
  }

  function flush(): Promise<void> {
    realm.clearTimeout(timer);
    timer = undefined;
    failure = null;
    queue = queue.then(notifyQueued).catch((error: unknown) => {
      // The rows stay in the database. The next pass finds them there.
      suspected = true;
      failure = error;
      log.warn({ error: describeError(error) }, 'could not notify members of new rows; trying again in 3 s');
    });
    return queue;
  }

  function add(rows: readonly WaitingRow[]): void {
    if (rows.length === 0) return;
    waiting.push(...rows);
    timer ??= realm.setTimeout(() => void flush(), GATHERED_FOR_MS);
  }

  async function findWaiting(seconds: number): Promise<WaitingRow[]> {
    const rows = await database.read(
      (tx) => tx<{ collection: CollectionName; doc_id: string; write_id: string; user_id: string }[]>`
        select collection, doc_id, write_id, user_id from unnotified
        where at <= now() - make_interval(secs => ${seconds}) order by nth limit ${MAX_FOUND}`,
    );
    return rows.map((row) => ({ collection: row.collection, id: row.doc_id, actor: { userId: row.user_id }, writeId: row.write_id }));
  }

  async function notifyWaiting(seconds: number): Promise<void> {
    add(await findWaiting(seconds));
    await flush();
  }

  const passes = repeatedly(
    PASS_MS,
    () => notifyWaiting(suspected ? 0 : ORPHANED_AFTER_SECONDS),
    (error) => log.warn({ error: describeError(error) }, 'could not read pending notifications; trying again in 3 s'),
    realm,
  );

  return {
    add,
    suspect() {
      suspected = true;
    },
    async settled() {
      await (waiting.length > 0 || suspected ? flush() : queue);
      // An idle connection may have been lost. Tries once more, on another connection.
      if (suspected) await flush();
      if (suspected && failure !== null) throw failure;
    },
    notifyWaiting,
    async close() {
      await passes.stop();
      await flush();
    },
  };
}

/** The durable queues of this server, all in its database (pg-boss): what was queued outlives every process that might carry it out. */
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { describeError } from '../log.ts';
import { isCollision } from './database-errors.ts';
import { oneProcessAtATime } from './one-process.ts';
import type { Database } from './transaction.ts';

// biome-ignore lint/suspicious/noExplicitAny: the form of pg-boss
export type JobValues = any[];

/** pg-boss leaves out what it does not set; our driver takes that for a mistake unless it is said. */
export const nulled = (values: JobValues): JobValues => values.map((value) => value ?? null);

interface BossDatabase extends PgBoss.Db {
  /** Resolves when nothing that was asked is still being answered. */
  settled(): Promise<void>;
}

/** pg-boss on our own connections. Its scripts bring their own BEGIN and COMMIT, so they need one to themselves. */
function bossDatabase(sql: Sql, database: Database): BossDatabase {
  const asked = new Set<Promise<unknown>>();
  async function ask(text: string, values: JobValues) {
    if (values.length > 0) return { rows: [...(await sql.unsafe(text, nulled(values)))] };
    return { rows: [...(await database.onConnection((connection) => connection.unsafe(text)))] };
  }
  return {
    async executeSql(text: string, values: JobValues = []) {
      const answer = ask(text, values);
      asked.add(answer);
      try {
        return await answer;
      } finally {
        asked.delete(answer);
      }
    },
    async settled() {
      await Promise.allSettled(asked);
    },
  };
}

/** Any number that nobody else uses for a lock in this database. */
const JOBS_LOCK = 7_205_482;
const ATTEMPTS = 6;

/**
 * Starts the one pg-boss of this process; `stopJobs` ends it, once those who use it have stopped. One process at a time makes or
 * changes its tables: "if not exists" alone fails where two of them make the same.
 */
export async function startJobs(sql: Sql, database: Database, log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({ db: bossDatabase(sql, database), schema: 'pgboss', schedule: false });
  boss.on('error', (error) => log.error({ error: describeError(error) }, 'the queue of jobs failed'));
  await oneProcessAtATime(database, JOBS_LOCK, () => boss.start());
  return boss;
}

/** Ends it after what it is doing of its own accord: it puts its tables in order every now and then, and does not wait for that itself. */
export async function stopJobs(boss: PgBoss): Promise<void> {
  await boss.stop({ graceful: false });
  await (boss.getDb() as BossDatabase).settled();
}

/** Makes a queue where there is none yet. It is a table of its own, so what others do with theirs may be in the way for a moment. */
export const ensureQueue = (database: Database, boss: PgBoss, queue: PgBoss.Queue): Promise<void> =>
  oneProcessAtATime(database, JOBS_LOCK, async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await boss.createQueue(queue.name, queue);
      } catch (error) {
        if (!isCollision(error) || attempt === ATTEMPTS) throw error;
      }
    }
  });

/** The durable job queues of this server, all in its database (pg-boss). A queued job outlives the processes that could run it. */
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { describeError } from '../log.ts';
import { isCollision } from './database-errors.ts';
import { oneProcessAtATime } from './one-process.ts';
import type { Database } from './transaction.ts';

// biome-ignore lint/suspicious/noExplicitAny: the form of pg-boss
export type JobValues = any[];

/** pg-boss passes `undefined` for values that it does not set. Our driver rejects `undefined`, so this replaces it with null. */
export const nulled = (values: JobValues): JobValues => values.map((value) => value ?? null);

interface BossDatabase extends PgBoss.Db {
  /** Resolves when no statement is under way any more. */
  settled(): Promise<void>;
}

/** Runs pg-boss on our own connections. Its scripts contain their own BEGIN and COMMIT, so each script needs a connection of its own. */
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

/** An arbitrary advisory lock key that nothing else uses in this database. */
const JOBS_LOCK = 7_205_482;
const ATTEMPTS = 6;

/**
 * Starts the only pg-boss of this process. `stopJobs` ends it, after its users have stopped. One process at a time creates or changes its
 * tables: "if not exists" alone fails when two processes create the same table.
 */
export async function startJobs(sql: Sql, database: Database, log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({ db: bossDatabase(sql, database), schema: 'pgboss', schedule: false });
  boss.on('error', (error) => log.error({ error: describeError(error) }, 'the queue of jobs failed'));
  await oneProcessAtATime(database, JOBS_LOCK, () => boss.start());
  return boss;
}

/** Stops pg-boss and waits for its maintenance. It maintains its tables now and then, and its own `stop` does not wait for that. */
export async function stopJobs(boss: PgBoss): Promise<void> {
  await boss.stop({ graceful: false });
  await (boss.getDb() as BossDatabase).settled();
}

/** Creates a queue if it does not exist. A queue is a table of its own, so other processes may collide with this for a moment. */
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

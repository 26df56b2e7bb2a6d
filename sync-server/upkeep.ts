/**
 * What has to be done again and again. There is one durable job for all processes on a database. The process that finds it due queues the
 * next one and then does the work. If it dies, the next round does what was left undone, in whichever process.
 */
import type PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { ensureQueue } from './db/jobs.ts';
import type { Database } from './db/transaction.ts';
import { describeError } from './log.ts';
import { repeatedly } from './repeatedly.ts';

export const UPKEEP_QUEUE = 'upkeep';
/** How often a process looks whether the job is due. */
const CHECK_MS = 30_000;
const EVERY_SECONDS = 600;

export type UpkeepTasks = Readonly<Record<string, () => Promise<void>>>;

export interface Upkeep {
  /** Waits for what is running. */
  close(): Promise<void>;
}

/** Starts with what is due. A task that fails does not stop the others, and runs again in the next round. */
export async function startUpkeep(
  database: Database,
  boss: PgBoss,
  tasks: UpkeepTasks,
  log: Logger,
  { lookMs = CHECK_MS, onFailed = () => undefined }: { readonly lookMs?: number; readonly onFailed?: () => void } = {},
): Promise<Upkeep> {
  // Never more than one job waits.
  await ensureQueue(database, boss, { name: UPKEEP_QUEUE, policy: 'short', retryLimit: 0 });
  let closed = false;

  async function runIfDue(): Promise<void> {
    // Either this is the first round ever, or the last one was begun by a process that died before it could queue the next. Two processes
    // that see this at the same moment may both do a round, which does no harm.
    if ((await boss.getQueueSize(UPKEEP_QUEUE, { before: 'completed' })) === 0) await boss.send(UPKEEP_QUEUE, {});
    for (const job of await boss.fetch(UPKEEP_QUEUE)) {
      // Queues the next job first. In the other order, a process that dies in between would leave none.
      await boss.send(UPKEEP_QUEUE, {}, { startAfter: EVERY_SECONDS });
      for (const [name, task] of Object.entries(tasks)) {
        if (closed) break;
        await task().catch((error: unknown) => {
          log.error({ task: name, error: describeError(error) }, 'upkeep failed');
          onFailed();
        });
      }
      await boss.deleteJob(UPKEEP_QUEUE, job.id);
    }
  }

  const rounds = repeatedly(lookMs, runIfDue, (error) => log.warn({ error: describeError(error) }, 'upkeep could not be looked after'));
  void rounds.now();
  return {
    async close() {
      closed = true;
      await rounds.stop();
    },
  };
}

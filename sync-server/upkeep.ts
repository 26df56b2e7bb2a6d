/**
 * What has to be done every now and then for ever. One durable job for all processes on a database: whichever finds it due carries
 * it out, having queued the next; what a process that dies leaves undone is done in the next round, whoever does that.
 */
import type PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { ensureQueue } from './db/jobs.ts';
import type { Database } from './db/transaction.ts';
import { describeError } from './log.ts';

const QUEUE = 'upkeep';
/** How often a process looks whether it is due. */
const LOOK_MS = 30_000;
const EVERY_SECONDS = 600;

export type UpkeepTasks = Readonly<Record<string, () => Promise<void>>>;

export interface Upkeep {
  /** Ends after what is being done just now. */
  close(): Promise<void>;
}

/** Begins with what is due. A task that fails does not keep the others from being done, and comes again with the next round. */
export async function startUpkeep(database: Database, boss: PgBoss, tasks: UpkeepTasks, log: Logger, lookMs = LOOK_MS): Promise<Upkeep> {
  // Of those that wait there is never more than one.
  await ensureQueue(database, boss, { name: QUEUE, policy: 'short', retryLimit: 0 });
  let closed = false;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    // The very first, or the last was begun by a process that died before it could queue another. Two that see this at the same
    // moment may both do a round, which does no harm.
    if ((await boss.getQueueSize(QUEUE, { before: 'completed' })) === 0) await boss.send(QUEUE, {});
    for (const job of await boss.fetch(QUEUE)) {
      // The next first: were it the other way round, a process that dies in between would leave none.
      await boss.send(QUEUE, {}, { startAfter: EVERY_SECONDS });
      for (const [name, task] of Object.entries(tasks)) {
        if (closed) break;
        await task().catch((error: unknown) => log.error({ task: name, error: describeError(error) }, 'upkeep failed'));
      }
      await boss.deleteJob(QUEUE, job.id);
    }
  }

  function lookAgain(): void {
    if (closed || looking !== undefined) return;
    looking = look()
      .catch((error: unknown) => log.warn({ error: describeError(error) }, 'upkeep could not be looked after'))
      .finally(() => {
        looking = undefined;
      });
  }

  lookAgain();
  const timer = setInterval(lookAgain, lookMs);
  timer.unref();
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
    },
  };
}

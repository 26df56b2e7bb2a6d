/** Does the jobs of one queue, beside the workers of other processes. */
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Realm } from '../../schemas/base/realm.ts';
import { describeError } from '../base/log.ts';
import { JOBS_CHANNEL, type Job, removeJob, retryJob, takeJobs } from './jobs.ts';
import type { Database } from './pool/transaction.ts';

/** Usually the commit wakes the worker. The poll finds jobs that are due later, or again. */
const POLL_MS = 2000;
const BATCH = 5;

export interface JobWorker {
  /** Waits for the jobs in hand. The rest stay queued. */
  close(): Promise<void>;
}

export interface JobWorkerOptions<Data> {
  readonly database: Database;
  /** for LISTEN */
  readonly listener: Sql;
  readonly log: Logger;
  readonly queue: string;
  /** whether its jobs wait while sending to members rests; false by default */
  readonly rests?: boolean;
  /** Longer than `work` ever takes: after that another process may do the same job. */
  readonly leaseSeconds: number;
  /** how often a job is tried before it is given up and deleted */
  readonly maxTries: number;
  /** A job whose work fails is tried again later. */
  readonly work: (job: Job<Data>) => Promise<void>;
  /** Called after each failure. `givenUp` says that there is no further try. */
  readonly onFailed: (job: Job<Data>, error: unknown, givenUp: boolean) => void;
  readonly realm?: Realm;
}

/** Starts with the jobs that are due. */
export async function startJobWorker<Data>(options: JobWorkerOptions<Data>): Promise<JobWorker> {
  const { database, listener, log, queue, rests = false, leaseSeconds, maxTries, work, onFailed, realm = globalThis } = options;
  let closed = false;
  let working: Promise<void> | undefined;
  let again = false;

  async function run(job: Job<Data>): Promise<void> {
    try {
      // Processes died at all the tries before, maybe because of this job.
      if (job.tries > maxTries) throw new Error('no try came to its end');
      await work(job);
    } catch (error) {
      const givenUp = job.tries >= maxTries;
      onFailed(job, error, givenUp);
      if (!givenUp) return retryJob(database, job);
    }
    await removeJob(database, job);
  }

  async function runAll(): Promise<void> {
    do {
      again = false;
      for (;;) {
        const jobs = closed ? [] : await takeJobs<Data>(database, queue, BATCH, leaseSeconds, rests);
        if (jobs.length === 0) break;
        // Waits for all of them, even when one could not be taken out of the queue.
        const failed = (await Promise.allSettled(jobs.map(run))).find((outcome) => outcome.status === 'rejected');
        if (failed) throw failed.reason;
      }
    } while (again);
  }

  function wake(): void {
    again = true;
    if (closed || working !== undefined) return;
    working = runAll()
      .catch((error: unknown) =>
        log.error({ queue, error: describeError(error) }, 'could not read or update the queue; trying again in 2 s'),
      )
      .finally(() => {
        working = undefined;
      });
  }

  const timer = realm.setInterval(wake, POLL_MS);
  // Arrives only after the commit. Without it, as behind some poolers, the poll finds the job a little later.
  const listening = await listener
    .listen(JOBS_CHANNEL, (name) => {
      if (name === queue) wake();
    })
    .catch((error: unknown) => {
      log.warn({ queue, error: describeError(error) }, 'could not listen for new jobs; reading the queue every 2 s');
      return undefined;
    });
  wake();

  return {
    async close() {
      closed = true;
      realm.clearInterval(timer);
      await listening?.unlisten().catch(() => {});
      await working;
    },
  };
}

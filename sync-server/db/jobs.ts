/**
 * Work that is due now or later, in one table for all processes on this database. A queued job outlives the processes that could do it.
 *
 * Guarantees: (1) a job exists if and only if the transaction that added it commits; (2) a process that takes a job has it alone for the
 * length of its lease; (3) a job is done at least once: if the process dies, the job is due again when its lease ends. The clock of the
 * database decides what is due. No transaction is open while a job is being done, because that may take minutes.
 *
 * Jobs that send something to members rest while sending rests (`core/sending.ts`). They are those of the queue `mail` and of all queues
 * whose names begin with `call`.
 */
import type { JSONValue } from 'postgres';
import type { Database, Tx } from './pool/transaction.ts';
import { isSending } from './resting.ts';

/** Announces a new job to the workers of all processes. The payload is the name of the queue. */
export const JOBS_CHANNEL = 'kith_jobs';

export interface Job<Data> {
  readonly id: string;
  readonly data: Data;
  /** how often it was taken, this time included */
  readonly tries: number;
}

export interface JobOptions {
  /**
   * A job with this key in this queue is replaced: the new data and the new due time count, and its tries begin again. A process that does
   * the old job at this moment finishes it. The key stays locked until `tx` ends, so keyed jobs are added last, and in the order of keys.
   */
  readonly key?: string;
  /** The job is due this long after `tx` began. */
  readonly afterSeconds?: number;
}

/** Adds a job if `tx` commits, and wakes the workers then. */
export async function addJob(tx: Tx, queue: string, data: object, { key, afterSeconds = 0 }: JobOptions = {}): Promise<void> {
  await tx`
    with added as (
      insert into jobs (queue, key, data, due_at)
      values (${queue}, ${key ?? null}, ${tx.json(data as JSONValue)}, now() + make_interval(secs => ${afterSeconds}))
      on conflict (queue, key) do update set
        id = excluded.id, data = excluded.data, created_at = excluded.created_at, due_at = excluded.due_at, tries = 0
    )
    select pg_notify(${JOBS_CHANNEL}, ${queue})`;
}

const isSent = (tx: Tx) => tx`(queue = 'mail' or queue like 'call%')`;

/**
 * Takes at most `count` jobs that are due, the longest overdue first. Skips jobs that another process is taking. `rests`: takes none while
 * sending rests.
 */
export const takeJobs = <Data>(
  database: Database,
  queue: string,
  count: number,
  leaseSeconds: number,
  rests = false,
): Promise<Job<Data>[]> =>
  database.writeStatement(
    (sql) => sql<Job<Data>[]>`
      with due as (
        select id from jobs where queue = ${queue} and due_at <= now()
          ${rests ? sql`and ${isSending(sql)}` : sql``}
        order by due_at limit ${count} for update skip locked
      )
      update jobs set tries = tries + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
      from due where jobs.id = due.id
      returning jobs.id, jobs.data, jobs.tries`,
  );

export interface ClaimedJobs<Data> {
  readonly jobs: readonly Job<Data>[];
  /** in how many milliseconds the next job is due; null if none is within `soonSeconds` */
  readonly nextMs: number | null;
}

/**
 * Takes jobs of several queues like `takeJobs`, and takes away their keys: a job that is added from now on is another one beside them. With
 * `soonSeconds` as long as the pause until the caller's next claim, it learns of each job in time that was due later when it was added.
 */
export async function claimJobs<Data>(
  database: Database,
  queues: readonly string[],
  count: number,
  { leaseSeconds, soonSeconds, rests = false }: { readonly leaseSeconds: number; readonly soonSeconds: number; readonly rests?: boolean },
): Promise<ClaimedJobs<Data>> {
  const rows = await database.writeStatement(
    (sql) => sql<({ id: null; ms: number | null } | (Job<Data> & { ms: null }))[]>`
      with due as (
        select id from jobs where queue = any (${[...queues]}) and due_at <= now()
          ${rests ? sql`and ${isSending(sql)}` : sql``}
        order by due_at limit ${count} for update skip locked
      ), taken as (
        update jobs set key = null, tries = tries + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
        from due where jobs.id = due.id
        returning jobs.id, jobs.data, jobs.tries
      )
      select id, data, tries, null::float8 as ms from taken
      union all
      select null, null, null, extract(epoch from min(due_at) - now())::float8 * 1000
      from jobs where queue = any (${[...queues]}) and due_at > now() and due_at < now() + make_interval(secs => ${soonSeconds})`,
  );
  const jobs: Job<Data>[] = [];
  let nextMs: number | null = null;
  for (const { ms, ...job } of rows) {
    if (job.id === null) nextMs = ms;
    else jobs.push(job);
  }
  return { jobs, nextMs };
}

/**
 * Gives back a job that failed. The pause before the next try doubles from at least 2 s and at most 4 s, so that jobs that failed together
 * do not come back together. Does nothing if another process has taken the job since, or if it was replaced or deleted.
 */
export async function retryJob(database: Database, { id, tries }: Job<unknown>): Promise<void> {
  await database.writeStatement(
    (sql) => sql`
      update jobs set due_at = now() + make_interval(secs => 2 ^ ${tries}::int * (1 + random())) where id = ${id} and tries = ${tries}`,
  );
}

/**
 * Gives all jobs all their tries again, for a database that was restored: no process has any of them in hand. They are due now. Only what is
 * sent to members keeps the time at which it was first due, by which `dropOverdueSends` knows what is old.
 */
export async function retryAllJobs(database: Database): Promise<void> {
  await database.write(
    (tx) => tx`
      update jobs set tries = 0,
        due_at = case when not ${isSent(tx)} then now() when tries = 0 then due_at else least(due_at, created_at) end`,
  );
}

/**
 * Drops what should have been sent to members more than an hour ago, and wakes the workers for the rest.
 *
 * @returns how many were dropped, and how many wait
 */
export async function dropOverdueSends(tx: Tx): Promise<{ readonly dropped: number; readonly waiting: number }> {
  const { count: dropped } = await tx`delete from jobs where ${isSent(tx)} and due_at < now() - interval '1 hour'`;
  const waiting = await tx<{ queue: string; count: number }[]>`
    select queue, count(*)::int as count, pg_notify(${JOBS_CHANNEL}, queue) from jobs where ${isSent(tx)} group by queue`;
  return { dropped, waiting: waiting.reduce((sum, { count }) => sum + count, 0) };
}

/** Deletes a job that was done or given up. */
export async function removeJob(database: Database, { id }: Job<unknown>): Promise<void> {
  await database.writeStatement((sql) => sql`delete from jobs where id = ${id}`);
}

/**
 * Returns whether a round of this queue is due, and takes it: the caller does it. The queue is one job that is never deleted. It is due
 * again `everySeconds` after a round was taken, even if that round does not come to its end. The first round is due at once.
 */
export async function takeRound(database: Database, queue: string, everySeconds: number): Promise<boolean> {
  const { count } = await database.writeStatement(
    (sql) => sql`
      insert into jobs (queue, key, data, due_at) values (${queue}, 'round', '{}', now() + make_interval(secs => ${everySeconds}))
      on conflict (queue, key) do update set due_at = excluded.due_at where jobs.due_at <= now()`,
  );
  return count > 0;
}

/** The queues of due work, in a real Postgres, with several processes on it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { test as dbTest } from '../../tests/support/fixtures/db.ts';
import { until } from '../../tests/support/until.ts';
import { type JobWorkerOptions, startJobWorker } from './job-worker.ts';
import { addJob, JOBS_CHANNEL, type Job, type JobOptions, removeJob, retryJob, takeJobs, takeRound } from './jobs.ts';
import { openDatabase, openPool } from './pool/connect.ts';
import type { Database } from './pool/transaction.ts';

const silent = pino({ level: 'silent' });

interface Named {
  readonly name: string;
}
interface StoredJob extends Named {
  readonly id: string;
  readonly tries: number;
  /** seconds until it is due */
  readonly pause: number;
}

const nameOf = ({ data }: Job<Named>) => data.name;

const test = dbTest
  /** a queue that no other test uses */
  .extend('queue', () => `queue-${uuid()}`)
  .extend(
    'add',
    ({ db, queue }) =>
      (name: string, options?: JobOptions) =>
        db.database.write((tx) => addJob(tx, queue, { name }, options)),
  )
  .extend(
    'take',
    ({ db, queue }) =>
      (count = 10, leaseSeconds = 60) =>
        takeJobs<Named>(db.database, queue, count, leaseSeconds),
  )
  .extend(
    'stored',
    ({ db, queue }) =>
      () =>
        db.sql<StoredJob[]>`
        select id, data->>'name' as name, tries, extract(epoch from due_at - now())::float8 as pause
        from jobs where queue = ${queue} order by due_at`,
  )
  /** connections of another process */
  .extend('processes', ({ db }, { onCleanup }) => {
    const opened: Database[] = [];
    onCleanup(async () => {
      for (const database of opened) await database.close();
    });
    return (count: number) => {
      const made = Array.from({ length: count }, () => openDatabase(db.url, silent, 3));
      opened.push(...made);
      return made;
    };
  })
  /** Starts a worker. It is closed after the test. */
  .extend('workWith', ({ db, queue }, { onCleanup }) => {
    const closes: (() => Promise<unknown>)[] = [];
    onCleanup(async () => {
      for (const close of closes) await close();
    });
    return async (options: Partial<JobWorkerOptions<Named>>, database: Database = db.database) => {
      const listener = openPool(db.url, silent, 1);
      const worker = await startJobWorker<Named>({
        ...{ database, listener, log: silent, queue, leaseSeconds: 60, maxTries: 3 },
        ...{ work: async () => undefined, onFailed: () => undefined },
        ...options,
      });
      closes.push(worker.close, () => listener.end());
      return worker;
    };
  });

test('a job exists if and only if the act that added it commits', async ({ db, queue, take, stored }) => {
  const act = (name: string, fails: boolean) =>
    db.database.write(async (tx) => {
      await addJob(tx, queue, { name });
      expect(await take()).toEqual([]);
      if (fails) throw new Error('rolled back');
    });
  await expect(act('never', true)).rejects.toThrow('rolled back');
  await act('kept', false);
  expect((await stored()).map(({ name }) => name)).toEqual(['kept']);
});

test('workers of several processes do each job once, and none is forgotten', async ({ db, queue, processes, workWith, stored }) => {
  const done: string[] = [];
  const work = async (job: Job<Named>) => {
    done.push(nameOf(job));
    // As long as a talk with the database, so that the others come in between.
    await db.sql`select 1`;
  };
  const before = Array.from({ length: 40 }, (_, index) => `before ${index}`);
  const after = Array.from({ length: 40 }, (_, index) => `after ${index}`);
  const addAll = (names: readonly string[]) => Promise.all(names.map((name) => db.database.write((tx) => addJob(tx, queue, { name }))));
  await addAll(before);
  await Promise.all(processes(4).map((database) => workWith({ work }, database)));
  await addAll(after);
  await until(async () => (await stored()).length === 0);
  expect(done.sort()).toEqual([...before, ...after].sort());
});

test('processes that ask at the same moment never get the same job, and wait for nobody', async ({ db, queue, add, processes, take }) => {
  for (let index = 0; index < 30; index += 1) await add(`job ${index}`);
  const taken = await Promise.all(processes(6).map((database) => takeJobs<Named>(database, queue, 5, 60)));
  expect(new Set(taken.flat().map(({ id }) => id)).size).toBe(taken.flat().length);
  await db.sql`update jobs set due_at = now(), tries = 0 where queue = ${queue}`;
  await db.database.write(async (tx) => {
    await tx`select from jobs where queue = ${queue} order by due_at limit 10 for update`;
    expect(await take(30)).toHaveLength(20);
  });
});

test('what a killed process had in hand is done by another process when its lease is over, and not before', async ({
  db,
  queue,
  add,
  workWith,
  stored,
}) => {
  await add('left behind');
  const script = join(import.meta.dirname, '../../tests/support/hold-jobs.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, db.url, queue], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [count] = await once(child.stdout, 'data');
  expect(String(count)).toBe('1');
  const [held] = await db.sql<{ until: Date }[]>`select due_at as until from jobs where queue = ${queue}`;
  child.kill('SIGKILL');
  await once(child, 'exit');

  const done: { readonly tries: number; readonly late: boolean }[] = [];
  await workWith({
    async work({ tries }) {
      const [row] = await db.sql<{ late: boolean }[]>`select now() >= ${held?.until ?? new Date()} as late`;
      done.push({ tries, late: row?.late ?? false });
    },
  });
  await until(async () => (await stored()).length === 0);
  expect(done).toEqual([{ tries: 2, late: true }]);
});

describe('a job that fails', () => {
  test('is due again after a pause that doubles', async ({ db, queue, add, take, stored }) => {
    await add('refused');
    for (const tries of [1, 2, 3, 4, 10, 13]) {
      await db.sql`update jobs set due_at = now(), tries = ${tries - 1} where queue = ${queue}`;
      const [job] = await take();
      if (!job) throw new Error('nothing was due');
      expect(job.tries).toBe(tries);
      await retryJob(db.database, job);
      const [row] = await stored();
      expect(row?.pause).toBeLessThanOrEqual(2 ** (tries + 1));
      // The reading comes later than the writing.
      expect(row?.pause).toBeGreaterThan(2 ** tries - 2);
      expect(await take()).toEqual([]);
    }
  });

  test('is tried a few times, then given up and deleted', async ({ db, queue, add, workWith, stored }) => {
    const failures: unknown[] = [];
    const worked: string[] = [];
    await workWith({
      maxTries: 3,
      work: async (job) => {
        worked.push(nameOf(job));
        if (nameOf(job) === 'bad') throw new Error('no');
      },
      onFailed: ({ tries }, error, givenUp) => failures.push([tries, String(error), givenUp]),
    });
    await add('bad');
    await add('good');
    await until(async () => {
      // Ends the pause; a job that is in hand is leased for longer.
      await db.sql`
        with due as (update jobs set due_at = now() where queue = ${queue} and due_at < now() + interval '30 seconds' returning id)
        select pg_notify(${JOBS_CHANNEL}, ${queue}) from due`;
      return (await stored()).length === 0;
    });
    expect(failures).toEqual([1, 2, 3].map((tries) => [tries, 'Error: no', tries === 3]));
    expect(worked.sort()).toEqual(['bad', 'bad', 'bad', 'good']);
  });

  test('because every process that tried it died is given up without another try', async ({ db, queue, add, workWith, stored }) => {
    await add('deadly');
    await db.sql`update jobs set tries = 3 where queue = ${queue}`;
    const failures: unknown[] = [];
    const worked: string[] = [];
    await workWith({
      maxTries: 3,
      work: async (job) => void worked.push(nameOf(job)),
      onFailed: (_job, _error, givenUp) => failures.push(givenUp),
    });
    await until(async () => (await stored()).length === 0);
    expect(failures).toEqual([true]);
    expect(worked).toEqual([]);
  });

  test('does not disturb the process that has taken it since', async ({ db, queue, add, take, stored }) => {
    await add('slow');
    const [first] = await take();
    await db.sql`update jobs set due_at = now() where queue = ${queue}`;
    await take(1, 600);
    if (first) await retryJob(db.database, first);
    expect((await stored())[0]).toMatchObject({ tries: 2 });
    expect((await stored())[0]?.pause).toBeGreaterThan(500);
  });
});

describe('a job with the key of an earlier one', () => {
  test('takes its place: its text and its time count', async ({ add, take, stored }) => {
    await add('first', { key: 'a', afterSeconds: 8 });
    await add('other', { key: 'b', afterSeconds: 8 });
    await add('again', { key: 'a', afterSeconds: 800 });
    expect((await stored()).map(({ name }) => name)).toEqual(['other', 'again']);
    expect((await stored())[1]?.pause).toBeGreaterThan(700);
    await add('now', { key: 'a' });
    expect((await take()).map(nameOf)).toEqual(['now']);
  });

  test('is done even when the earlier one is in hand and finishes after that', async ({ db, add, take, stored }) => {
    await add('in hand', { key: 'a' });
    const [inHand] = await take();
    if (!inHand) throw new Error('nothing was due');
    await add('new', { key: 'a', afterSeconds: 60 });
    await retryJob(db.database, inHand);
    await removeJob(db.database, inHand);
    expect(await stored()).toMatchObject([{ name: 'new', tries: 0 }]);
    expect((await stored())[0]?.pause).toBeGreaterThan(50);
  });

  test('is the only one when many acts add it at the same time; a rollback leaves the earlier job', async ({ db, queue, add, stored }) => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => add(`job ${index}`, { key: 'a' })));
    const [only, ...others] = await stored();
    expect(others).toEqual([]);
    const act = db.database.write(async (tx) => {
      await addJob(tx, queue, { name: 'never' }, { key: 'a' });
      throw new Error('rolled back');
    });
    await expect(act).rejects.toThrow('rolled back');
    expect((await stored()).map(({ name }) => name)).toEqual([only?.name]);
  });
});

test.for(['2001-01-01', '2099-01-01'])(
  'the clock of the process decides nothing: it says %s',
  async (date, { db, queue, add, take, stored }) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(date) });
    onTestFinished(() => void vi.useRealTimers());
    await add('now');
    await add('later', { afterSeconds: 3600 });
    const [job, ...others] = await take(10, 600);
    if (!job) throw new Error('nothing was due');
    expect([nameOf(job), others]).toEqual(['now', []]);
    expect(await take()).toEqual([]);
    await retryJob(db.database, job);
    expect((await stored()).map(({ name }) => name)).toEqual(['now', 'later']);
    expect([await takeRound(db.database, `${queue} rounds`, 600), await takeRound(db.database, `${queue} rounds`, 600)]).toEqual([
      true,
      false,
    ]);
  },
);

test('a worker does a job when its act commits, and a job that is due later at its time', async ({ add, workWith, stored }) => {
  const done: string[] = [];
  await workWith({ work: async (job) => void done.push(nameOf(job)) });
  await add('later', { afterSeconds: 1 });
  await add('now');
  await until(async () => (await stored()).length === 0);
  expect(done).toEqual(['now', 'later']);
});

/** What the table should have, with a clock that only `wait` moves. */
interface Expected {
  readonly name: string;
  readonly key: string | null;
  due: number;
  tries: number;
}

type Step =
  | { readonly kind: 'add'; readonly key: string | null; readonly after: number }
  | { readonly kind: 'take'; readonly count: number }
  | { readonly kind: 'finish' | 'fail'; readonly which: number }
  | { readonly kind: 'wait'; readonly seconds: number };

const LEASE = 60;
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      key: fc.constantFrom(null, null, 'a', 'b'),
      after: fc.constantFrom(0, 0, 20, 100),
    }),
    fc.record({ kind: fc.constant('take' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constantFrom('finish' as const, 'fail' as const), which: fc.nat(7) }),
    fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(40, 70, 200) }),
  ),
  { minLength: 15, maxLength: 40 },
) satisfies fc.Arbitrary<Step[]>;

test('in any order of acts, takings, failures, deaths and waits, each job is in one hand and the oldest come first', {
  timeout: 90_000,
}, async ({ db }) => {
  const { sql, database } = db;

  async function play(story: readonly Step[]): Promise<void> {
    const queue = `story-${uuid()}`;
    let clock = 0;
    let expected: Expected[] = [];
    // Some are held beyond their lease: their process has died, or is slow and still finishes.
    const inHand: { readonly job: Job<Named>; readonly wanted: Expected }[] = [];
    const nearNow = () => expected.some(({ due }) => due !== clock && Math.abs(due - clock) < 6);

    for (const [index, step] of story.entries()) {
      if (step.kind === 'add') {
        const name = `job ${index}`;
        const { key } = step;
        await database.write((tx) => addJob(tx, queue, { name }, { afterSeconds: step.after, ...(key === null ? {} : { key }) }));
        expected = expected.filter((other) => key === null || other.key !== key);
        expected.push({ name, key, due: clock + step.after, tries: 0 });
      } else if (step.kind === 'take') {
        const taken = await takeJobs<Named>(database, queue, step.count, LEASE);
        const due = expected.filter((job) => job.due <= clock).sort((a, b) => a.due - b.due);
        expect(taken).toHaveLength(Math.min(step.count, due.length));
        const latest = Math.max(...due.slice(0, step.count).map((job) => job.due));
        for (const job of taken) {
          const wanted = due.find(({ name }) => name === nameOf(job));
          // Jobs that are due at the same moment have no order.
          if (!wanted || wanted.due > latest) throw new Error(`${nameOf(job)} was not among those that are due for longest`);
          wanted.due = clock + LEASE;
          wanted.tries += 1;
          expect(job.tries).toBe(wanted.tries);
          inHand.push({ job, wanted });
        }
      } else if (step.kind === 'wait') {
        let { seconds } = step;
        for (clock += step.seconds; nearNow(); clock += 7) seconds += 7;
        await sql`update jobs set due_at = due_at - make_interval(secs => ${seconds}) where queue = ${queue}`;
      } else {
        const [hand] = inHand.splice(step.which % Math.max(1, inHand.length), 1);
        if (!hand) continue;
        const { job, wanted } = hand;
        if (step.kind === 'finish') {
          await removeJob(database, job);
          expected = expected.filter((other) => other !== wanted);
        } else {
          await retryJob(database, job);
          if (!expected.includes(wanted) || wanted.tries !== job.tries) continue;
          const [row] = await sql<{ pause: number }[]>`
            select extract(epoch from due_at - now())::float8 as pause from jobs where id = ${job.id}`;
          wanted.due = clock + (row?.pause ?? 0);
          // Far enough from now that the time that this test takes does not matter.
          if (nearNow()) {
            wanted.due = clock + 20;
            await sql`update jobs set due_at = now() + interval '20 seconds' where id = ${job.id}`;
          }
        }
      }
    }
    const left = await sql<{ name: string }[]>`select data->>'name' as name from jobs where queue = ${queue}`;
    expect(left.map(({ name }) => name).sort()).toEqual(expected.map(({ name }) => name).sort());
    await sql`delete from jobs where queue = ${queue}`;
  }
  await fc.assert(fc.asyncProperty(steps, play), { numRuns: 20 });
});

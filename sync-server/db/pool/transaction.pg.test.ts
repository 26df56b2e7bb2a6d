import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { test as dbTest } from '../../../tests/support/fixtures/db.ts';
import { until } from '../../../tests/support/until.ts';
import { openDatabase } from './connect.ts';
import { DeadTransactionError, type Tx } from './transaction.ts';

const test = dbTest
  /** Every test begins with an empty table `notes`. Returns a function that reads its numbers. */
  .extend('numbers', { auto: true }, async ({ db }) => {
    await db.sql.unsafe('drop table if exists notes; create table notes (n int primary key)');
    return async () => (await db.sql<{ n: number }[]>`select n from notes order by n`).map((row) => row.n);
  });

test('a write is stored when it returns, and nothing of it is stored when it throws', async ({ db, numbers }) => {
  await db.database.write((tx) => tx`insert into notes values (1)`);
  const failing = db.database.write(async (tx) => {
    await tx`insert into notes values (2)`;
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await numbers()).toEqual([1]);
});

test('a read sees one snapshot and cannot write', async ({ db }) => {
  await db.database.read(async (tx) => {
    await tx`select 1`;
    await db.sql`insert into notes values (10)`;
    expect(await tx`select 1 from notes where n = 10`).toHaveLength(0);
  });
  await expect(db.database.read((tx) => tx`insert into notes values (11)`)).rejects.toMatchObject({ code: '25006' });
});

test('a handle that outlives its transaction refuses to work, whether the transaction committed or failed', async ({ db }) => {
  const kept: Tx[] = [];
  await db.database.write(async (tx) => void kept.push(tx));
  await db.database.write((tx) => Promise.reject(void kept.push(tx))).catch(() => undefined);
  await db.database.read(async (tx) => void kept.push(tx));
  for (const tx of kept) expect(() => tx`select 1`).toThrow(DeadTransactionError);
});

test('a statement that was created in the transaction and awaited after it is not run', async ({ db, numbers }) => {
  const made: Promise<unknown>[] = [];
  await db.database.write(async (tx) => {
    made.push(tx`insert into notes values (20)`);
    await tx`select 1`;
  });
  await expect(made[0]).rejects.toThrow(DeadTransactionError);
  expect(await numbers()).not.toContain(20);
});

test('after a statement has failed nothing else runs, and a caught error does not lead to a commit', async ({ db, numbers }) => {
  const swallowed = db.database.write(async (tx) => {
    await tx`insert into notes values (30)`;
    await tx`insert into notes values (30)`.catch(() => undefined);
    expect(() => tx`select 1`).toThrow(DeadTransactionError);
  });
  await expect(swallowed).rejects.toThrow();
  expect(await numbers()).not.toContain(30);
});

test('a failed savepoint is rolled back alone', async ({ db, numbers }) => {
  await db.database.write(async (tx) => {
    await tx`insert into notes values (40)`;
    await tx
      .savepoint(async (point) => {
        await point`insert into notes values (41)`;
        await point`insert into notes values (40)`;
      })
      .catch(() => undefined);
    await tx`insert into notes values (42)`;
  });
  expect(await numbers()).toEqual(expect.arrayContaining([40, 42]));
  expect(await numbers()).not.toContain(41);
});

test('two writes that lock the same rows in opposite orders both succeed', async ({ db, numbers }) => {
  await db.sql`insert into notes values (60), (70)`;
  let waiting = 0;
  let bothWait: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    bothWait = resolve;
  });
  let runs = 0;
  const take = (first: number, second: number) =>
    db.database.write(async (tx) => {
      runs += 1;
      await tx`update notes set n = n + 1 where n / 10 = ${first}`;
      waiting += 1;
      if (waiting >= 2) bothWait();
      await both;
      await tx`update notes set n = n + 1 where n / 10 = ${second}`;
    });
  await Promise.all([take(6, 7), take(7, 6)]);
  expect(await numbers()).toEqual([62, 72]);
  expect(runs).toBeGreaterThan(2);
});

test('killing the backend ends its transaction, and the handle reaches no other connection', async ({ db, numbers }) => {
  await db.sql`create table secrets (owner text)`;
  await db.sql`insert into secrets values ('ana')`;
  let handle: Tx | undefined;
  const killed = db.database.write(async (tx) => {
    handle = tx;
    await tx`insert into notes values (50)`;
    const [{ pid } = { pid: 0 }] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await db.sql`select pg_terminate_backend(${pid})`;
    await tx`select * from secrets`;
  });
  await expect(killed).rejects.toThrow();
  const late = handle as unknown as Tx;
  expect(() => late`select * from secrets`).toThrow(DeadTransactionError);
  expect(await numbers()).not.toContain(50);
  // The pool still works.
  expect(await db.database.read((tx) => tx`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a handle that was idle when its backend was killed does not join the next transaction on its connection', async ({ db }) => {
  await db.sql`create table letters (owner text)`;
  // A single connection, so that the next transaction must run on it.
  const one = openDatabase(db.url, pino({ level: 'silent' }), 1);
  onTestFinished(() => one.close());
  let late: Promise<unknown> | undefined;
  let wake: () => void = () => undefined;
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let handle: Tx | undefined;
  const killed = one.write(async (tx) => {
    handle = tx;
    const [{ pid } = { pid: 0 }] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await db.sql`select pg_terminate_backend(${pid})`;
    await woken;
    late = (async () => tx`select * from letters`)();
    await late;
  });
  await expect(killed).rejects.toThrow();
  await one.write(async (next) => {
    await next`insert into letters values ('ben')`;
    wake();
    await until(() => late !== undefined);
    await expect(late).rejects.toThrow(DeadTransactionError);
    expect(() => (handle as Tx)`delete from letters`).toThrow(DeadTransactionError);
    expect(await next`select * from letters`).toEqual([{ owner: 'ben' }]);
  });
  expect(await db.sql`select * from letters`).toEqual([{ owner: 'ben' }]);
});

test('statements, locks and idle transactions have time limits', async ({ db }) => {
  const [limits] = await db.sql<Record<string, string>[]>`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('plan_cache_mode') as plans`;
  expect(limits).toEqual({ statement: '15s', lock: '8s', idle: '20s', plans: 'force_generic_plan' });
});

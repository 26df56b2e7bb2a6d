import { pino } from 'pino';
import type { Sql } from 'postgres';
import { expect } from 'vitest';
import { test as dbTest } from '../../tests/support/fixtures/db.ts';
import { until } from '../../tests/support/until.ts';
import { isUnavailable } from '../base/database-errors.ts';
import { openDatabase } from './pool/connect.ts';
import { DeadTransactionError, type Tx } from './pool/transaction.ts';

/** Backends that are killed during a transaction, at each of its stages, and time limits that cut it off. */
const test = dbTest
  /** Few connections, so that the next transaction gets the one that was just cut off. */
  .extend('database', { scope: 'file' }, async ({ db }, { onCleanup }) => {
    await db.sql`create table rows (owner text not null, nth int not null, primary key (owner, nth))`;
    // Makes a commit slow: the constraint is checked at its very end.
    await db.sql.unsafe(`
      create function slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(20); return null; end $$;
      create table slow (owner text);
      create constraint trigger at_commit after insert on slow deferrable initially deferred for each row execute function slow_commit();
    `);
    const database = openDatabase(db.url, pino({ level: 'silent' }), 2);
    onCleanup(() => database.close());
    return database;
  })
  /** Each test begins without rows. */
  .extend('noRows', { auto: true }, async ({ db, database: _ }) => void (await db.sql`delete from rows`));

const kill = (sql: Sql, pid: number) => sql`select pg_terminate_backend(${pid}, 5000)`;
async function backendOf(tx: Tx): Promise<number> {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}
const write = (tx: Tx, nth: number) => tx`insert into rows values ('cut', ${nth})`;
const isBusyWith = (sql: Sql, pid: number, what: string) =>
  until(
    async () =>
      (await sql`select 1 from pg_stat_activity where pid = ${pid} and state = 'active' and query like ${`%${what}%`}`).length > 0,
  );

/** Each stage receives the transaction, its backend's pid and an independent connection, and kills the backend at that stage. */
const stages: Readonly<Record<string, (tx: Tx, pid: number, sql: Sql) => Promise<unknown>>> = {
  'before its first statement': (_tx, pid, sql) => kill(sql, pid),
  'between two statements': async (tx, pid, sql) => {
    await write(tx, 1);
    await kill(sql, pid);
    await write(tx, 2);
  },
  'during a statement': async (tx, pid, sql) => {
    await write(tx, 1);
    const running = tx`select pg_sleep(20)`;
    const cut = isBusyWith(sql, pid, 'pg_sleep').then(() => kill(sql, pid));
    await Promise.all([running, cut]);
  },
  'with several statements on their way': async (tx, pid, sql) => {
    const cut = isBusyWith(sql, pid, 'pg_sleep').then(() => kill(sql, pid));
    await Promise.all([write(tx, 1), tx`select pg_sleep(20)`, write(tx, 2), write(tx, 3), cut]);
  },
  'while it waits for a lock': async (tx, pid, sql) => {
    await sql.begin(async (other) => {
      await other`insert into rows values ('cut', 1)`;
      const waiting = write(tx, 1).catch((error: unknown) => error);
      await isBusyWith(sql, pid, 'insert into rows');
      await kill(sql, pid);
      await waiting;
      await other`delete from rows where owner = 'cut'`;
    });
  },
  'in a savepoint': async (tx, pid, sql) => {
    await write(tx, 1);
    await tx.savepoint(async (point) => {
      await write(point, 2);
      await kill(sql, pid);
      await write(point, 3);
    });
  },
  'in a savepoint whose failure is swallowed': async (tx, pid, sql) => {
    await write(tx, 1);
    await tx
      .savepoint(async (point) => {
        await kill(sql, pid);
        await write(point, 2);
      })
      .catch(() => undefined);
    await write(tx, 3).catch(() => undefined);
  },
  'when its work is done and its commit not yet sent': async (tx, pid, sql) => {
    await write(tx, 1);
    await kill(sql, pid);
  },
  'during its commit': async (tx, pid, sql) => {
    await write(tx, 1);
    await tx`insert into slow values ('cut')`;
    void isBusyWith(sql, pid, 'commit').then(() => kill(sql, pid));
  },
};

test.for(Object.entries(stages))(
  'a backend that is killed %s leaves no rows, and its handle is dead',
  async ([_stage, cut], { db, database }) => {
    let handle: Tx | undefined;
    const killed = database.write(async (tx) => {
      handle = tx;
      await cut(tx, await backendOf(tx), db.sql);
    });
    const error = await killed.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    // The client is asked to try again. The error never counts as a refusal.
    expect(isUnavailable(error)).toBe(true);
    const late = handle as unknown as Tx;
    expect(() => late`insert into rows values ('late', 1)`).toThrow(DeadTransactionError);
    await expect(late.savepoint(async (point) => point`insert into rows values ('late', 2)`)).rejects.toThrow(DeadTransactionError);
    expect(() => late.unsafe("insert into rows values ('late', 3)")).toThrow(DeadTransactionError);
    // Every connection of the pool still works, each in a transaction of its own.
    await Promise.all([1, 2, 3, 4].map((nth) => database.write((tx) => tx`insert into rows values ('next', ${nth})`)));
    const rows = await db.sql<{ owner: string }[]>`select owner from rows`;
    expect(rows.map((row) => row.owner)).toEqual(['next', 'next', 'next', 'next']);
  },
);

test('a read whose backend is killed fails as well, and the next one sees its own snapshot', async ({ db, database }) => {
  const killed = database.read(async (tx) => {
    await kill(db.sql, await backendOf(tx));
    return tx`select * from rows`;
  });
  await expect(killed).rejects.toSatisfy(isUnavailable);
  await expect(database.read((tx) => tx`insert into rows values ('read', 1)`)).rejects.toMatchObject({ code: '25006' });
});

test("whichever backends are killed under many transactions, each is complete or absent, and none joins another's transaction", async ({
  db,
}) => {
  const outcomes = new Map<string, 'done' | 'cut'>();
  let killing = true;
  const killer = (async () => {
    for (let seen = 0; killing; ) {
      // Some transactions finish between two kills, so that there is something to compare.
      await until(() => !killing || outcomes.size >= seen + 4);
      seen = outcomes.size;
      await db.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'kith' and pid <> pg_backend_pid() and datname = current_database() and state like '%in transaction%'
        order by random() limit 1`;
    }
  })();
  const faulty = openDatabase(db.url, pino({ level: 'silent' }), 6);
  const writeAs = async (owner: string) => {
    try {
      await faulty.write(async (tx) => {
        await tx`select set_config('kith.owner', ${owner}, true)`;
        for (let nth = 1; nth <= 4; nth += 1) {
          const [row] = await tx<{ mine: string }[]>`
            insert into rows values (${owner}, ${nth}) returning current_setting('kith.owner', true) as mine`;
          // Another owner's transaction, or none at all, would show here.
          if (row?.mine !== owner) throw new Error(`found ${row?.mine} in the transaction of ${owner}`);
        }
      });
      outcomes.set(owner, 'done');
    } catch (error) {
      if ((error as Error).message.startsWith('found')) throw error;
      outcomes.set(owner, 'cut');
    }
  };
  let nth = 0;
  const workers = Array.from({ length: 8 }, async () => {
    while (nth < 400) {
      nth += 1;
      await writeAs(`member ${nth}`);
    }
  });
  await Promise.all(workers);
  killing = false;
  await killer;
  await faulty.close();

  const rows = await db.sql<{ owner: string; count: number }[]>`select owner, count(*) as count from rows group by owner`;
  expect(rows.filter((row) => row.count !== 4)).toEqual([]);
  const storedOwners = new Set(rows.map((row) => row.owner));
  const done = [...outcomes].filter(([, outcome]) => outcome === 'done').map(([owner]) => owner);
  expect(done.filter((owner) => !storedOwners.has(owner))).toEqual([]);
  // If all transactions were cut off, or none, the test would prove nothing.
  expect(done.length).toBeGreaterThan(20);
  expect([...outcomes.values()].filter((outcome) => outcome === 'cut').length).toBeGreaterThan(20);
});

test('a statement, a lock and an idle transaction that take too long end, and the connection still works', async ({ db, database }) => {
  const tooLong = database.write(async (tx) => {
    await tx`set local statement_timeout = '30ms'`;
    await tx`select pg_sleep(20)`;
  });
  await expect(tooLong).rejects.toMatchObject({ code: '57014' });

  await db.sql.begin(async (other) => {
    await other`insert into rows values ('held', 1)`;
    const locked = database.write(async (tx) => {
      await tx`set local lock_timeout = '30ms'`;
      await tx`insert into rows values ('held', 1)`;
    });
    await expect(locked).rejects.toMatchObject({ code: '55P03' });
  });

  let handle: Tx | undefined;
  const idle = database.write(async (tx) => {
    handle = tx;
    const pid = await backendOf(tx);
    await tx`insert into rows values ('idle', 1)`;
    await tx`set local idle_in_transaction_session_timeout = '30ms'`;
    await until(async () => (await db.sql`select 1 from pg_stat_activity where pid = ${pid}`).length === 0);
    await tx`insert into rows values ('idle', 2)`;
  });
  await expect(idle).rejects.toThrow();
  expect(() => (handle as Tx)`select 1`).toThrow(DeadTransactionError);
  expect(await db.sql`select 1 from rows where owner = 'idle'`).toHaveLength(0);
  for (const error of [await tooLong.catch((reason: unknown) => reason), await idle.catch((reason: unknown) => reason)]) {
    expect(isUnavailable(error)).toBe(true);
  }
  expect(await database.read((tx) => tx`select current_setting('statement_timeout') as limit`)).toEqual([{ limit: '15s' }]);
});

/** A closed server leaves no work behind that still queries the database. The caller closes that next and would cut the work off. */
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { expect } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../schemas/protocol/version.ts';
import { test as dbTest } from '../tests/support/fixtures/db.ts';
import { circleOf } from '../tests/support/fixtures/server.ts';
import { type AppOptions, startApp } from '../tests/support/start-app.ts';
import { until } from '../tests/support/until.ts';
import { mailboxDelivery } from './accounts/mail-delivery.ts';
import { createMailQueue } from './accounts/mail-queue.ts';
import { openPool } from './db/connect.ts';
import { startJobs, stopJobs } from './db/jobs.ts';

const silent = pino({ level: 'silent' });

const test = dbTest
  /** a connection that nothing else uses */
  .extend('own', { scope: 'file' }, async ({ db }, { onCleanup }) => {
    const own = openPool(db.url, silent, 1);
    onCleanup(() => own.end());
    return own;
  })
  /** Locks this table until `release`. Resolves as soon as such a statement waits for the lock. */
  .extend('hold', ({ db, own }) => async (table: string, statement: string, begin: () => unknown = () => undefined) => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let holds = false;
    const lock = db.database.write(async (tx) => {
      await tx.unsafe(`lock table ${table} in access exclusive mode`);
      holds = true;
      await released;
    });
    await until(() => holds);
    begin();
    await until(async () => (await countWaiting(own, statement)) > 0);
    return {
      async release() {
        release();
        await lock;
      },
    };
  })
  /** Fails unless this closing waits until the lock is released. */
  .extend('expectToWait', ({ own }) => async (close: () => Promise<unknown>, lock: { release(): Promise<void> }) => {
    let closed = false;
    const closing = close().then(() => {
      closed = true;
    });
    // Much longer than closing takes when it waits for nothing.
    for (let trip = 0; trip < 300; trip += 1) await own`select 1`;
    const early = closed;
    await lock.release();
    await closing;
    expect(early).toBe(false);
  })
  /** Starts a server and waits for its first round of upkeep. */
  .extend('start', ({ db }) => async (options: AppOptions = {}) => {
    const app = await startApp({ on: db, ...options });
    await until(async () => {
      const jobs = await db.sql<{ state: string }[]>`select state from pgboss.job where name = 'upkeep'`;
      return jobs.length === 1 && jobs[0]?.state === 'created';
    });
    return app;
  });

const countWaiting = async (own: Sql, statement: string): Promise<number> => {
  const rows = await own`
    select from pg_stat_activity
    where datname = current_database() and state = 'active' and wait_event_type = 'Lock' and query like ${`%${statement}%`}`;
  return rows.length;
};

test('a request whose client has left is finished before the server is closed', async ({ db, start, hold: lockTable, expectToWait }) => {
  const app = await start();
  const ben = await circleOf(app).signUp('Ben');
  let answer: Promise<unknown> | undefined;
  const lock = await lockTable('profiles', 'update profiles', () => {
    answer = ben.client.put('/api/auth/user', { name: 'Benedikt' }).catch(() => 'cut off');
  });
  await expectToWait(app.close, lock);
  expect(await answer).toBe('cut off');
  expect(await db.sql`select name from profiles where id = ${ben.id}`).toMatchObject([{ name: 'Benedikt' }]);
});

test('closing waits for the search for writes that were not announced', async ({ start, hold: lockTable, expectToWait }) => {
  const app = await start();
  const lock = await lockTable('unannounced', 'from unannounced');
  await expectToWait(app.close, lock);
});

test('closing waits for the check which streams have a live session', async ({ start, hold: lockTable, expectToWait }) => {
  const app = await start({ streamTiming: { beatMs: 20 } });
  const ana = await circleOf(app).signUp('Ana');
  const stream = await fetch(`${app.url}/api/sync/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.client.token()}`, [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) },
  });
  expect(stream.status).toBe(200);
  const lock = await lockTable('sessions', 'live_sessions');
  await expectToWait(app.close, lock);
  await stream.body?.cancel().catch(() => undefined);
});

test('closing waits for the maintenance that the job queue does by itself', async ({ db, hold: lockTable, expectToWait }) => {
  const boss = await startJobs(db.sql, db.database, silent);
  // Its timer does the same after two minutes.
  let upkeep: Promise<unknown> | undefined;
  const lock = await lockTable('pgboss.job', 'pgboss.job', () => {
    upkeep = boss.maintain();
  });
  await expectToWait(() => stopJobs(boss), lock);
  await upkeep;
});

test('closing waits for a mail that is being delivered while another one could not be taken out of the queue', async ({
  db,
  expectToWait,
}) => {
  const boss = await startJobs(db.sql, db.database, silent);
  const mailbox = mailboxDelivery(db.sql);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun: string[] = [];
  const mails = await createMailQueue({
    boss,
    listener: db.sql,
    database: db.database,
    log: silent,
    limits: { allow: async () => true },
    publicUrl: 'http://localhost',
    delivery: {
      ...mailbox,
      async deliver(id, to, mail) {
        begun.push(to);
        // From here on nothing can be taken out of the queue.
        if (to === 'first@kith.test') await db.sql`alter table pgboss.job rename to job_away`;
        else await released;
        await mailbox.deliver(id, to, mail);
      },
    },
  });
  await db.database.write(async (tx) => {
    for (const to of ['first@kith.test', 'second@kith.test']) await mails.queueMail(tx, { to, template: 'password-changed', data: {} });
  });
  const delivered = async () => (await db.sql<{ recipient: string }[]>`select recipient from mailbox`).map(({ recipient }) => recipient);
  await until(async () => begun.length === 2 && (await delivered()).includes('first@kith.test'));
  await expectToWait(mails.close, {
    async release() {
      await db.sql`alter table pgboss.job_away rename to job`;
      release();
    },
  });
  expect(await delivered()).toContain('second@kith.test');
  await stopJobs(boss);
});

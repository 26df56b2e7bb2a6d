/** A closed server leaves no work behind that still queries the database. The caller closes that next and would cut the work off. */
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { expect } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../schemas/protocol/version.ts';
import { test as dbTest } from '../tests/support/fixtures/db.ts';
import { circleOf } from '../tests/support/fixtures/server.ts';
import { type AppOptions, startApp } from '../tests/support/start-app.ts';
import { until } from '../tests/support/until.ts';
import { mailboxDelivery } from './accounts/mail/mail-delivery.ts';
import { createMailQueue } from './accounts/mail/mail-queue.ts';
import { UPKEEP_QUEUE } from './core/upkeep.ts';
import { takeRound } from './db/jobs.ts';
import { openPool } from './db/pool/connect.ts';

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
  /** Starts a server while no round of upkeep is due, which closing would wait for too. */
  .extend('start', ({ db }) => async (options: AppOptions = {}) => {
    await takeRound(db.database, UPKEEP_QUEUE, 3600);
    return startApp({ on: db, ...options });
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
  const lock = await lockTable('profiles', 'from profile_rows', () => {
    answer = ben.client.put('/api/auth/user', { name: 'Benedikt' }).catch(() => 'cut off');
  });
  await expectToWait(app.close, lock);
  expect(await answer).toBe('cut off');
  expect(await db.sql`select name from profiles where id = ${ben.id}`).toMatchObject([{ name: 'Benedikt' }]);
});

test('closing waits for the search for writes that were not announced', async ({ start, hold: lockTable, expectToWait }) => {
  const app = await start();
  const lock = await lockTable('unnotified', 'from unnotified');
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

test('closing waits for a mail that is being delivered while another one could not be taken out of the queue', async ({
  db,
  expectToWait,
}) => {
  const mailbox = mailboxDelivery(db.sql);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun: string[] = [];
  const mails = await createMailQueue({
    listener: db.sql,
    database: db.database,
    log: silent,
    limits: { allow: async () => true },
    publicUrl: 'http://localhost',
    proves: true,
    delivery: {
      ...mailbox,
      async deliver(id, to, mail) {
        begun.push(to);
        if (to === 'second@kith.test') await released;
        else {
          await until(() => begun.length === 2);
          // From here on nothing can be taken out of the queue.
          await db.sql`alter table jobs rename to jobs_away`;
        }
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
      await db.sql`alter table jobs_away rename to jobs`;
      release();
    },
  });
  expect(await delivered()).toContain('second@kith.test');
});

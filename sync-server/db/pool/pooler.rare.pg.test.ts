/** A real PgBouncer in transaction mode, with fewer connections than there are callers. */
import { pino } from 'pino';
import postgres from 'postgres';
import { describe, expect, onTestFinished } from 'vitest';
import { test } from '../../../tests/support/fixtures/db.ts';
import { pgbouncerProgram, startPgbouncer } from '../../../tests/support/pgbouncer.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { readConfig } from '../../base/config.ts';
import { connect } from './connect.ts';
import { sessionSettings } from './session-settings.ts';

const silent = pino({ level: 'silent' });
const CONNECTIONS = 2;

async function pooled(url: string) {
  const pooler = await startPgbouncer(url, CONNECTIONS);
  onTestFinished(pooler.stop);
  return pooler;
}

async function connectThrough(pooler: { readonly url: string }, url: string, log = silent) {
  const connection = await connect(readConfig({ DATABASE_URL: url, DATABASE_POOLER_URL: pooler.url }), log);
  onTestFinished(connection.close);
  return connection;
}

describe.runIf(pgbouncerProgram !== null)('behind PgBouncer', () => {
  test('every connection has the settings of Kith', async ({ db }) => {
    const pooler = await pooled(db.url);
    await (await connectThrough(pooler, db.url)).close();
    // Those that were open before the settings were stored have none.
    await pooler.restart();
    const { sql, database } = await connectThrough(pooler, db.url);
    const names = Object.keys(sessionSettings);
    const found = await database.read((tx) => tx`select name, setting from pg_settings where name = any (${names}::text[])`);
    expect(Object.fromEntries(found.map(({ name, setting }) => [name, setting]))).toEqual(
      Object.fromEntries(Object.entries(sessionSettings).map(([name, value]) => [name, String(value)])),
    );
    expect(await sql`select count(*)::bigint as count, ${[1, 2]}::int[] as numbers`).toEqual([{ count: 1, numbers: [1, 2] }]);
  });

  test('more transactions than connections wait for each other, and statements are the same on each of them', async ({ db }) => {
    const { database, connectionClasses, sql } = await connectThrough(await pooled(db.url), db.url);
    await sql`create table kept (id int primary key, backend int)`;
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? database : connectionClasses.writes).write(async (tx) => {
          const [{ before } = { before: 0 }] = await tx<{ before: number }[]>`select pg_backend_pid() as before`;
          await tx`insert into kept (id, backend) values (${n}, ${before})`;
          const [{ after } = { after: 0 }] = await tx<{ after: number }[]>`select pg_backend_pid() as after`;
          expect(after).toBe(before);
        }),
      ),
    );
    const [kept] = await sql`select count(*)::int as rows, count(distinct backend)::int as backends from kept`;
    expect(kept?.rows).toBe(40);
    expect(kept?.backends).toBeLessThanOrEqual(CONNECTIONS);
  });

  test('what needs a connection of its own has one: a lock of the whole process, and LISTEN', async ({ db }) => {
    const { database, listener, sql } = await connectThrough(await pooled(db.url), db.url);
    await database.onConnection(async (own) => {
      await own`select pg_advisory_lock(1)`;
      expect(await sql`select pg_try_advisory_lock(1) as got`).toEqual([{ got: false }]);
      await own`select pg_advisory_unlock(1)`;
    });
    let hear: (text: string) => void = () => undefined;
    const heard = new Promise<string>((resolve) => {
      hear = resolve;
    });
    await listener.listen('a_channel', (text) => hear(text));
    await database.write((tx) => tx`select pg_notify('a_channel', 'hello')`);
    expect(await heard).toBe('hello');
  });

  test('connections from before the settings were stored are reported, with what to do', async () => {
    const db = await testDatabase();
    onTestFinished(db.close);
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const pooler = await pooled(db.url);
    const early = postgres(pooler.url, { max: 1, fetch_types: false, prepare: false });
    onTestFinished(() => early.end());
    await early`select 1`;
    await (await connectThrough(pooler, db.url, log)).close();
    expect(lines.join()).toContain('RECONNECT');
    lines.length = 0;
    await pooler.restart();
    await connectThrough(pooler, db.url, log);
    expect(lines).toEqual([]);
  });

  test('a pooler that leads to another database, or that does not answer, is no start', async ({ db }) => {
    const other = await testDatabase();
    onTestFinished(other.close);
    const pooler = await pooled(other.url);
    const start = () => connect(readConfig({ DATABASE_URL: db.url, DATABASE_POOLER_URL: pooler.url }), silent);
    await expect(start()).rejects.toThrow('leads to another database than DATABASE_URL');
    await pooler.stop();
    await expect(start()).rejects.toThrow(/kith at 127\.0\.0\.1:\d+ \(DATABASE_POOLER_URL\) does not answer/);
    expect(() => readConfig({ DATABASE_POOLER_URL: pooler.url })).toThrow('DATABASE_URL must be set as well');
  });
});

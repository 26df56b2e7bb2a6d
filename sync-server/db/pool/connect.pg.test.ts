import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { test } from '../../../tests/support/fixtures/db.ts';
import { readConfig } from '../../base/config.ts';
import { connect, openPool } from './connect.ts';
import { withCopyClient } from './copy-client.ts';

test('arrays come back as they were sent', async ({ db }) => {
  const texts = ['plain', '', 'null', 'NULL', '{a,b}', 'with "quotes"', 'and \\ behind', ' blank ', 'é\n,', null];
  const uuids = ['0190a1b2-0000-7000-8000-000000000001', null];
  const times = ['2026-02-28T23:59:59.123Z', null];
  // A text with a comma is not taken for two ids.
  await expect(db.sql`select ${[`${uuids[0]},${uuids[0]}`]}::uuid[]`).rejects.toThrow('invalid input syntax for type uuid');
  const [row] = await db.sql`
    select ${texts}::text[] as texts, ${uuids}::uuid[] as uuids, ${times}::timestamptz[] as times, ${[1, -2, null]}::int[] as integers,
      ${[5_000_000_000]}::bigint[] as bigints, array[true, false, null] as booleans, ${[]}::uuid[] as none`;
  expect(row).toEqual({
    texts,
    uuids,
    times: [new Date('2026-02-28T23:59:59.123Z'), null],
    integers: [1, -2, null],
    bigints: [5_000_000_000],
    booleans: [true, false, null],
    none: [],
  });
});

test('a connection that is lost while it opens only fails the statements sent on it', async ({ db }) => {
  const directory = new URL(db.url).searchParams.get('host') ?? '';
  const sockets: Socket[] = [];
  const relay = createServer((socket) => {
    const postgres = connectTo(join(directory, '.s.PGSQL.5432'));
    sockets.push(socket, postgres);
    for (const end of [socket, postgres])
      end.on('error', () => undefined).on('close', () => [socket, postgres].map((each) => each.destroy()));
    // The first message identifies the client. The second is the first query.
    let asked = 0;
    socket.on('data', (bytes) => {
      asked += 1;
      if (asked === 1) postgres.write(bytes);
      else socket.resetAndDestroy();
    });
    postgres.on('data', (bytes) => socket.write(bytes));
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(db.url);
  url.search = '';
  url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const log = pino({ level: 'silent' });
  // An error that cannot be caught would fail the run.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const sql = openPool(url.href, log, 1);
    await expect(sql`select 1`).rejects.toThrow();
    await sql.end({ timeout: 0 });
  }
  for (const socket of sockets) socket.destroy();
  relay.close();
});

/** A Postgres without TLS that is reached by network. What it is sent is collected. */
async function withoutTls(socketUrl: string) {
  const directory = new URL(socketUrl).searchParams.get('host') ?? '';
  let sent = '';
  const sockets: Socket[] = [];
  const relay = createServer((socket) => {
    const postgres = connectTo(join(directory, '.s.PGSQL.5432'));
    sockets.push(socket, postgres);
    for (const end of [socket, postgres])
      end.on('error', () => undefined).on('close', () => [socket, postgres].map((each) => each.destroy()));
    socket.on('data', (bytes) => {
      sent += bytes.toString('latin1');
      postgres.write(bytes);
    });
    postgres.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  onTestFinished(() => {
    relay.close();
    for (const socket of sockets) socket.destroy();
  });
  const { pathname, username } = new URL(socketUrl);
  const { port } = relay.address() as AddressInfo;
  return {
    url: (mode: string) => `postgres://${username}:hunter2@127.0.0.1:${port}${pathname}?sslmode=${mode}`,
    sent: () => sent,
  };
}

test.for(['require', 'verify-full'])('with sslmode=%s nothing is sent to a Postgres without TLS', async (mode, { db }) => {
  const postgres = await withoutTls(db.url);
  const { username, pathname } = new URL(db.url);
  const refusal = readRefusal(connect(readConfig({ DATABASE_URL: postgres.url(mode) }), pino({ level: 'silent' })));
  expect(await refusal).toContain('add ?sslmode=disable where nobody is in between');
  await expect(withCopyClient(postgres.url(mode), async () => undefined)).rejects.toThrow(/SSL/);
  for (const secret of ['hunter2', username, pathname.slice(1)]) expect(postgres.sent()).not.toContain(secret);
});

test('with sslmode=disable it is used, by both drivers', async ({ db }) => {
  const postgres = await withoutTls(db.url);
  const sql = openPool(postgres.url('disable'), pino({ level: 'silent' }), 1);
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await sql.end();
  const { rows } = await withCopyClient(postgres.url('disable'), (client) => client.query('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
});

const readRefusal = (starting: Promise<unknown>): Promise<string> =>
  starting.then(
    () => 'it started',
    (error: Error) => error.message,
  );

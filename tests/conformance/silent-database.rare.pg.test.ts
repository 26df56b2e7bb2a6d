/** A database that takes everything and answers nothing, as it does when its machine hangs. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { openPool } from '../../sync-server/db/pool/connect.ts';
import { createConnectionPool } from '../../sync-server/db/pool/connection-pool.ts';
import { createDatabase } from '../../sync-server/db/pool/transaction.ts';
import { circleOf, test as serverTest } from '../support/fixtures/server.ts';
import { startApp } from '../support/start-app.ts';

const SILENT_MS = 2_000;
const SUBSCRIPTION_MS = 1_000;
const log = pino({ level: 'silent' });

const test = serverTest
  /** the way from a server to the database, which can be made silent */
  .extend('line', async ({ db }, { onCleanup }) => {
    const socketDir = new URL(db.url).searchParams.get('host') ?? '';
    const sockets = new Set<Socket>();
    let silent = false;
    const relay = createServer((server) => {
      const postgres = connect(join(socketDir, '.s.PGSQL.5432'));
      for (const [from, to] of [
        [server, postgres],
        [postgres, server],
      ] as const) {
        sockets.add(from);
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        from.on('data', (chunk) => !silent && to.write(chunk));
      }
    }).listen(0, '127.0.0.1');
    await once(relay, 'listening');
    onCleanup(() => {
      relay.close();
      for (const socket of sockets) socket.destroy();
    });
    const url = new URL(db.url);
    url.searchParams.delete('host');
    url.hostname = '127.0.0.1';
    url.port = String((relay.address() as AddressInfo).port);
    return {
      url: url.href,
      hush: (now: boolean) => {
        silent = now;
      },
    };
  })
  .extend('behind', async ({ db, line }, { onCleanup }) => {
    const database = createDatabase(
      createConnectionPool((onLost) => openPool(line.url, log, 1, onLost), 4),
      undefined,
      SILENT_MS,
    );
    const server = await startApp({ on: { ...db, database }, streamTiming: { subscriptionMs: SUBSCRIPTION_MS } });
    onCleanup(async () => {
      await server.close();
      await database.close();
    });
    return server;
  });

test('a request ends with 503 and a subscription with 504, both in time, and all is well when it answers again', async ({
  behind,
  line,
}) => {
  const ana = await circleOf(behind).signUp('Ana');
  expect((await ana.client.get('/api/posts')).status).toBe(200);

  line.hush(true);
  const began = performance.now();
  const timed = async (path: string) => {
    const { status, body } = await ana.client.get(path);
    return { path, status, code: body.code, ms: performance.now() - began };
  };
  const answers = await Promise.all(
    // More than there are connections.
    ['/api/realtime/posts', '/api/realtime/notifications', ...Array.from({ length: 8 }, () => '/api/posts')].map(timed),
  );
  for (const { path, status, code, ms } of answers) {
    const isSubscription = path.startsWith('/api/realtime');
    expect([path, status, code]).toEqual([path, ...(isSubscription ? [504, 'SUBSCRIPTION_TIMEOUT'] : [503, 'UNAVAILABLE'])]);
    // Sessions are checked together: a request while others wait is in the next query.
    expect(ms).toBeLessThan((isSubscription ? SUBSCRIPTION_MS : 2 * SILENT_MS) + 2_000);
  }

  line.hush(false);
  await expect.poll(async () => (await ana.client.get('/api/posts')).status, { timeout: 10_000 }).toBe(200);
});

test('what was given up is not carried out later', async ({ db, line }) => {
  const database = createDatabase(
    createConnectionPool((onLost) => openPool(line.url, log, 1, onLost), 1),
    undefined,
    300,
  );
  await database.ask((sql) => sql`select 1`);
  line.hush(true);
  let ran = false;
  await expect(
    database.write(async () => {
      ran = true;
    }),
  ).rejects.toThrow('takes too long');
  line.hush(false);
  expect(await database.ask((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(ran).toBe(false);
  await database.close();
  expect(await db.sql`select 1`).toHaveLength(1);
});

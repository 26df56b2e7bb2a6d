/** The engine takes clocks, timers and chance from the realm that is handed in, and from nowhere else. */
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import { createEngineWorld } from '../../tests/support/engine-world.ts';
import { test } from '../../tests/support/fixtures/db.ts';
import { realmApart } from '../../tests/support/realm-apart.ts';
import { serveSync } from '../../tests/support/sync-client.ts';
import { until } from '../../tests/support/until.ts';
import { openPool } from '../db/pool/connect.ts';
import { createConnectionPool } from '../db/pool/connection-pool.ts';
import { createDatabase } from '../db/pool/transaction.ts';

test('an engine that writes, sends and is closed uses its own realm alone', async ({ db }) => {
  const { realm, taken, direct } = realmApart(/\/(sync-server\/(sync|db\/pool|base)|schemas)\//);
  const log = pino({ level: 'silent' });
  const pool = createConnectionPool((onLost) => openPool(db.url, log, 1, onLost), 4, undefined, realm);
  const database = createDatabase(pool, pool, undefined, realm);
  onTestFinished(() => database.close());
  const world = createEngineWorld(database, { heartbeatMs: 50, beatMs: 50 }, realm);
  const sync = await serveSync(world);
  const ana = await world.member();
  const stream = await sync.stream(ana);
  await until(() => stream.named('heartbeat').length > 1);
  const change = { collection: 'posts', assumed: [], document: { id: uuid(), write_id: uuid(), content: 'hello' } };
  await sync.post('push', ana, JSON.stringify({ changes: [change] }));
  await until(() => stream.frames().length > 0);
  // As if another process had written: the next beat finds it.
  await db.sql`update scopes set head = head + 1`;
  await until(() => taken.has('setImmediate'));
  await world.engine.notifyWaiting();
  await world.engine.close();
  await sync.close();
  expect(direct).toEqual([]);
  const members = ['Date', 'performance', 'Math', 'crypto', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'];
  expect([...taken].sort()).toEqual(members.sort());
});

/** A database that returns to an earlier state: how that is noticed, and what devices do then. */
import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { currentEpoch, renewEpoch } from '../../sync-server/sync/epoch.ts';
import { type Device, openDevice } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { type Member, newMember } from '../support/member.ts';
import { copyOf, type TestDatabase } from '../support/postgres.ts';
import { makeFriends } from '../support/rows.ts';
import { startServer } from '../support/server.ts';
import { setUp } from '../support/set-up-time.ts';
import type { AppOptions } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const silent = pino({ level: 'silent' });

const test = deviceTest
  // Reads the heads of the database often.
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { beatMs: 250 } }))
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => ['posts'])
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben };
  })
  /** A built server with its own Postgres, whose files can be replaced while it is stopped. */
  .extend('ownServer', async ({ task: _ }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'kith-restore-'));
    const stops: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const stop of stops.reverse()) await stop();
      await rm(folder, { recursive: true, force: true });
    });
    const [data, backup] = [join(folder, 'data'), join(folder, 'backup')];
    const server = await setUp('server', () => startServer({ dataDir: data }));
    stops.push(server.stop);
    /** a device of a member of this server */
    const open = async (member: Member): Promise<Device> => {
      const device = await openDevice(server.url, member, { collections: ['posts'] });
      stops.push(device.stop);
      return device;
    };
    return { server, data, backup, open };
  });

const contents = async (device: Device) => (await device.rows('posts')).map(({ content }) => content).sort();
const holds = (device: Device, ...expected: string[]) =>
  device.until(async () => JSON.stringify(await contents(device)) === JSON.stringify([...expected].sort()));

test.for([
  ['files that were copied back are recognised', 'copied'],
  ['files that were only moved are marked by `npm run restored`', 'moved'],
] as const)(
  'after a restore a device starts over: %s',
  { timeout: 120_000 },
  async ([, how], { ownServer: { server, data, backup, open } }) => {
    const copy = (from: string, to: string) => promisify(execFile)('cp', ['-r', '--preserve=timestamps', from, to]);
    const [ana, ben] = await Promise.all([newMember(server, 'Ana'), newMember(server, 'Ben')]);
    await makeFriends(ana, ben);
    const write = async (content: string) => {
      expect((await ana.client.post('/api/posts', { content, visibility_type: 'friends' })).status).toBe(201);
    };
    await write('before the backup');
    const device = await open(ben);
    await device.live();
    await holds(device, 'before the backup');

    device.cut();
    await server.terminate();
    if (how === 'copied') await copy(data, backup);
    else {
      // The first files are the backup, and the server goes on with their copy.
      await rename(data, backup);
      await copy(backup, data);
    }
    await server.restart();
    await write('after the backup');
    device.reconnect();
    await holds(device, 'before the backup', 'after the backup');

    device.cut();
    await server.terminate();
    await rm(data, { recursive: true });
    await rename(backup, data);
    if (how === 'moved') {
      const restored = await server.runOnce('--restored');
      expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Every device will fetch everything again') });
    }
    await server.restart();
    // The positions that the device has seen now belong to other changes.
    await write('instead of it');
    device.reconnect();
    await holds(device, 'before the backup', 'instead of it');
    await device.live();
  },
);

test('a database that was loaded elsewhere is recognised at the start, once', async ({ db }) => {
  const first = await currentEpoch(db.database, silent);
  expect(await currentEpoch(db.database, silent)).toBe(first);
  const copy = await copyOf(db);
  try {
    const seen = await Promise.all([1, 2, 3].map(() => currentEpoch(copy.database, silent)));
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]).not.toBe(first);
    expect(await currentEpoch(copy.database, silent)).toBe(seen[0]);
  } finally {
    await copy.close();
  }
});

test('other files under the same database are recognised; a version that knew no files changes nothing', async ({ db }) => {
  const first = await currentEpoch(db.database, silent);
  expect(await currentEpoch(db.database, silent, '1')).toBe(first);
  expect(await currentEpoch(db.database, silent)).toBe(first);
  expect(await currentEpoch(db.database, silent, '1')).toBe(first);
  const second = await currentEpoch(db.database, silent, '2');
  expect(second).not.toBe(first);
  expect(await currentEpoch(db.database, silent, '2')).toBe(second);
});

test('parallel requests to renew the same epoch all get the same new one', async ({ db }) => {
  const first = await currentEpoch(db.database, silent);
  const given = await Promise.all([1, 2, 3].map(() => renewEpoch(db.database, first)));
  expect(new Set(given).size).toBe(1);
  expect(given[0]).not.toBe(first);
  expect(await renewEpoch(db.database)).not.toBe(given[0]);
});

test('a restore under a running server is noticed, and connected devices start over at once', async ({
  server,
  circle,
  people: { ana, ben },
  device: open,
}) => {
  await circle.post(ana, { content: 'before' });
  const device = await open(ben);
  await device.live();
  const putBack = await saveTables(server);
  await circle.post(ana, { content: 'after' });
  await holds(device, 'before', 'after');
  const [before] = await server.sql<{ epoch: string }[]>`select epoch from epoch`;

  await putBack();
  await holds(device, 'before');
  const [now] = await server.sql<{ epoch: string }[]>`select epoch from epoch`;
  expect(now?.epoch).not.toBe(before?.epoch);
  await circle.post(ana, { content: 'instead' });
  await holds(device, 'before', 'instead');
  await until(() => server.logged.some((line) => line.includes('went back to an earlier state')));
});

const TABLES = ['scopes', 'changes', 'posts', 'notifications', 'applied_writes', 'epoch'] as const;

/** Copies these tables as a dump would. The returned function restores them. */
async function saveTables({ sql }: Pick<TestDatabase, 'sql'>): Promise<() => Promise<void>> {
  for (const table of TABLES) await sql.unsafe(`create table saved_${table} as table ${table}`);
  return () =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      for (const table of TABLES) {
        await tx.unsafe(`delete from ${table}`);
        await tx.unsafe(`insert into ${table} overriding system value table saved_${table}`);
      }
    });
}

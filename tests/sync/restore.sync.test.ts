import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { currentEpoch, renewEpoch } from '../../sync-server/sync/epoch.ts';
import { type Device, openDevice } from '../support/device.ts';
import { type Member, newMember } from '../support/member.ts';
import { copyOf, type TestDatabase, testDatabase } from '../support/postgres.ts';
import { freePort, startServer } from '../support/server.ts';
import { type StartedApp, startApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const silent = pino({ level: 'silent' });
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** What a test of members needs of a server, in this process or in one of its own. */
type Host = Pick<StartedApp, 'url' | 'mailTo'>;

async function friendsOn(host: Host): Promise<{ ana: Member; ben: Member }> {
  const [ana, ben] = [await newMember(host, 'Ana'), await newMember(host, 'Ben')];
  await ana.client.post('/api/friends/invite', { email: ben.email });
  const received = await ben.client.get('/api/friends/invitations/received');
  await ben.client.post(`/api/friends/invitations/${received.body.data.items[0].id}/respond`, { status: 'accepted' });
  return { ana, ben };
}

async function write(author: Member, content: string): Promise<void> {
  expect((await author.client.post('/api/posts', { content, visibility_type: 'friends' })).status).toBe(201);
}

const contents = async (device: Device) => (await device.rows('posts')).map(({ content }) => content).sort();
const holds = (device: Device, ...expected: string[]) =>
  device.until(async () => JSON.stringify(await contents(device)) === JSON.stringify([...expected].sort()));

test('a database that goes back to its backup, file by file, is told so by `npm run restored`, and a device starts over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-restore-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const [data, backup] = [join(folder, 'data'), join(folder, 'backup')];
  const port = await freePort();
  const server = await startServer({ dataDir: data, port });
  cleanups.push(server.stop);
  const { ana, ben } = await friendsOn(server);
  await write(ana, 'before the backup');
  const device = await openDevice(server.url, ben, { collections: ['posts'] });
  cleanups.push(device.stop);
  await device.live();
  await holds(device, 'before the backup');

  device.cut();
  await server.terminate();
  await cp(data, backup, { recursive: true, preserveTimestamps: true });
  await server.restart();
  await write(ana, 'after the backup');
  device.reconnect();
  await holds(device, 'before the backup', 'after the backup');

  device.cut();
  await server.terminate();
  await rm(data, { recursive: true });
  await cp(backup, data, { recursive: true, preserveTimestamps: true });
  const restored = await server.runOnce('--restored');
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Every device will fetch everything again') });
  await server.restart();
  // Other changes now stand where the device believes to know what stands.
  await write(ana, 'instead of it');
  device.reconnect();
  await holds(device, 'before the backup', 'instead of it');
  await device.live();
}, 120_000);

test('a database that was loaded elsewhere is recognised at the start, once', async () => {
  const original = await testDatabase();
  cleanups.push(() => original.close());
  const first = await currentEpoch(original.database, silent);
  expect(await currentEpoch(original.database, silent)).toBe(first);
  const copy = await copyOf(original);
  cleanups.push(() => copy.close());
  const seen = await Promise.all([1, 2, 3].map(() => currentEpoch(copy.database, silent)));
  expect(new Set(seen).size).toBe(1);
  expect(seen[0]).not.toBe(first);
  expect(await currentEpoch(copy.database, silent)).toBe(seen[0]);
});

test('of several who ask for a new epoch in place of one, one gives it', async () => {
  const db = await testDatabase();
  cleanups.push(() => db.close());
  const first = await currentEpoch(db.database, silent);
  const given = await Promise.all([1, 2, 3].map(() => renewEpoch(db.database, first)));
  expect(new Set(given).size).toBe(1);
  expect(given[0]).not.toBe(first);
  expect(await renewEpoch(db.database)).not.toBe(given[0]);
});

test('a database that is put back under a running server is noticed, and devices that listen start over at once', async () => {
  const app = await startApp();
  cleanups.push(app.close);
  const { ana, ben } = await friendsOn(app);
  await write(ana, 'before');
  const device = await openDevice(app.url, ben, { collections: ['posts'] });
  cleanups.push(device.stop);
  await device.live();
  const putBack = await saveTables(app);
  await write(ana, 'after');
  await holds(device, 'before', 'after');
  const [before] = await app.sql<{ epoch: string }[]>`select epoch from epoch`;

  await putBack();
  await holds(device, 'before');
  const [now] = await app.sql<{ epoch: string }[]>`select epoch from epoch`;
  expect(now?.epoch).not.toBe(before?.epoch);
  await write(ana, 'instead');
  await holds(device, 'before', 'instead');
  await until(() => app.logged.some((line) => line.includes('as it was earlier')));
}, 60_000);

const TABLES = ['scopes', 'changes', 'posts', 'notifications', 'applied_writes', 'epoch'] as const;

/** Keeps these tables as a dump would; what it returns puts them back. */
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

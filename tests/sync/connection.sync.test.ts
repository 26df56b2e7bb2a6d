/** What ends or blocks a connection, and what happens to pending writes then. Also: which remains of deleted rows are dropped. */
import type { RxCollection } from 'rxdb';
import { describe, expect, onTestFinished } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { HEARTBEAT_MS } from '../../schemas/protocol/sync-limits.ts';
import { insert, remove } from '../../src/data/store/local-write.ts';
import type { AnyLocalRow } from '../../workers/device/local-row.ts';
import { dropDeletedRows } from '../../workers/replication/down/remains.ts';
import { LATE_MS, SILENCE_MS } from '../../workers/replication/down/stream.ts';
import { openStore } from '../../workers/replication/store.ts';
import { type Device, openDevice } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { startHotel } from '../support/hotel.ts';
import { newPost } from '../support/rows.ts';
import type { AppOptions } from '../support/start-app.ts';

const QUICK_HEARTBEAT_MS = 100;
/** Many heartbeats, so that a slow machine does not look like a silent stream. */
const silenceMs = 15 * QUICK_HEARTBEAT_MS;

const test = deviceTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { heartbeatMs: QUICK_HEARTBEAT_MS } }))
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => ['posts'])
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  /** Ana's device */
  .extend('a', ({ ana, liveDevice }) => liveDevice(ana))
  .extend(
    'streamsOf',
    () =>
      (device: Device): number =>
        device.requests.filter(({ path }) => path.endsWith('/stream')).length,
  )
  /** Holds the next request to a path back until it is released. */
  .extend('hold', () => (device: Device, to: string) => {
    let [begin, release] = [() => {}, () => {}];
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    device.network.before = async (path) => {
      if (!path.endsWith(to)) return;
      begin();
      await released;
    };
    return { begun, release: () => release() };
  })
  /** how many posts with this id the server has */
  .extend(
    'atServer',
    ({ server }) =>
      async (id: string) =>
        (await server.sql`select 1 from posts where id = ${id}`).length,
  );

test('a version that the server no longer accepts must be updated, and its writes stay pending', async ({ a, ana, atServer }) => {
  a.cut();
  a.network.version = 0;
  const post = newPost(ana, 'by an old version');
  await insert(a.store, 'posts', post);
  a.reconnect();
  await a.until(() => a.status.updateRequired);
  expect(a.status.pending).toBe(1);
  await a.restart();
  await a.until(() => a.status.updateRequired && a.status.pending === 1);
  expect(await a.refused()).toEqual([]);
  delete a.network.version;
  a.wake();
  await a.live();
  expect(a.status.updateRequired).toBe(false);
  expect(await atServer(post.id)).toBe(1);
});

test.for([200, 400, 403, 404, 405, 422])(
  'what is written behind a network that answers with its own %i stays pending, and is sent once that is over',
  async (status, { ana, server, circle, collections, atServer }) => {
    const hotel = await startHotel(server.port);
    onTestFinished(() => hotel.close());
    const a = await openDevice(hotel.url, ana, { collections, openSession: () => circle.openSession(ana) });
    onTestFinished(() => a.stop());
    await a.live();
    hotel.answer(/\/push$/, status);
    const post = newPost(ana, 'from the hotel');
    await insert(a.store, 'posts', post);
    await a.until(() => hotel.answered.length >= 2);
    expect(a.status.pending).toBe(1);
    expect(await a.refused()).toEqual([]);
    expect((await a.rows('posts')).map(({ id }) => id)).toContain(post.id);
    hotel.open();
    a.wake();
    await a.live();
    expect(await a.refused()).toEqual([]);
    expect(await atServer(post.id)).toBe(1);
  },
);

test('a session that is ended elsewhere also ends the stream, and writes stay pending until sign-in', async ({ a, ana, atServer }) => {
  expect((await a.endSession()).status).toBe(200);
  await a.until(() => a.status.expired);
  const post = newPost(ana, 'after the session');
  await insert(a.store, 'posts', post);
  await a.until(() => a.status.pending === 1);
  expect(await atServer(post.id)).toBe(0);
  await a.signIn();
  await a.live();
  expect(a.status.expired).toBe(false);
  expect(await atServer(post.id)).toBe(1);
});

test('a device that was away becomes live when it is up to date, not when its stream is open again', async ({ a, ana, hold }) => {
  a.cut();
  await a.until(() => a.status.kind !== 'live');
  const post = newPost(ana, 'while it was away');
  expect((await ana.client.post('/api/posts', { content: post.content, visibility_type: 'friends' })).status).toBe(201);
  const pull = hold(a, '/pull');
  const before = a.seen.length;
  a.reconnect();
  await pull.begun;
  const statuses = a.seen.slice(before).map(({ kind }) => kind);
  pull.release();
  expect(statuses).not.toContain('live');
  await a.live();
  expect((await a.rows('posts')).map(({ content }) => content)).toContain(post.content);
});

test('a silent stream is reopened; a stream with nothing but heartbeats is not', async ({ ana, device, streamsOf }) => {
  const a = await device(ana, { streamTiming: { silenceMs } });
  await a.live();
  let beats = 0;
  a.network.arrives = (event) => {
    if (event.startsWith('event: heartbeat')) beats += 1;
    return true;
  };
  await a.until(() => beats * QUICK_HEARTBEAT_MS > silenceMs);
  expect(streamsOf(a)).toBe(1);
  // Everything from the next stream arrives, however soon it comes.
  a.network.arrives = () => streamsOf(a) > 1;
  await a.until(() => streamsOf(a) > 1);
  delete a.network.arrives;
  await a.live();
});

test('with the default timing a silent stream is reopened within thirty seconds, and a single late heartbeat does not reopen it', () => {
  expect(SILENCE_MS).toBeLessThan(30_000);
  expect(SILENCE_MS).toBeGreaterThan(1.5 * HEARTBEAT_MS);
  expect(LATE_MS).toBeGreaterThan(HEARTBEAT_MS);
  expect(LATE_MS).toBeLessThan(SILENCE_MS);
});

describe('a device that wakes up and believes that its stream is open', () => {
  test('pulls at once, shows “connecting” until the answer, and keeps a recently heard stream', async ({ a, ana, streamsOf, hold }) => {
    let lost = 0;
    a.network.arrives = (event) => {
      if (event.startsWith('event: frames')) lost += 1;
      return false;
    };
    const post = newPost(ana, 'not told by the stream');
    expect((await ana.client.post('/api/posts', { content: post.content, visibility_type: 'friends' })).status).toBe(201);
    await a.until(() => lost > 0);
    expect(a.status.kind).toBe('live');
    const pull = hold(a, '/pull');
    const before = a.seen.length;
    a.wake();
    await pull.begun;
    expect(a.seen.slice(before).map(({ kind }) => kind)).toEqual(['connecting']);
    pull.release();
    await a.live();
    expect((await a.rows('posts')).map(({ content }) => content)).toContain(post.content);
    expect(streamsOf(a)).toBe(1);
  });

  test('reopens a stream that has been silent for longer than a heartbeat and a margin', async ({ ana, device, streamsOf }) => {
    const a = await device(ana, { streamTiming: { lateMs: 5 * QUICK_HEARTBEAT_MS } });
    await a.live();
    let beats = 0;
    a.network.arrives = (event) => {
      if (event.startsWith('event: heartbeat')) beats += 1;
      return streamsOf(a) > 1;
    };
    await a.until(() => beats > 7);
    expect(streamsOf(a)).toBe(1);
    a.wake();
    await a.until(() => streamsOf(a) === 2);
    await a.live();
  });

  test('shows “connecting” after the browser lost its connection, until a request is answered', async ({ a, ana, atServer, hold }) => {
    const push = hold(a, '/push');
    const before = a.seen.length;
    a.doubt();
    const post = newPost(ana, 'written without a network');
    await insert(a.store, 'posts', post);
    await push.begun;
    expect(new Set(a.seen.slice(before).map(({ kind }) => kind))).toEqual(new Set(['connecting']));
    push.release();
    await a.live();
    expect(await atServer(post.id)).toBe(1);
  });

  test('does not doubt its connection when only its session continues', async ({ a, ana, atServer }) => {
    const before = a.seen.length;
    a.retry();
    const post = newPost(ana, 'after that');
    await insert(a.store, 'posts', post);
    await a.until(async () => (await atServer(post.id)) === 1);
    expect(a.seen.slice(before).map(({ kind }) => kind)).not.toContain('connecting');
  });
});

test('remains of deleted rows are dropped, except those of a pending deletion', async ({ a, ana, atServer }) => {
  const [kept, gone, goneOffline] = ['kept', 'gone', 'gone offline'].map((content) => newPost(ana, content));
  if (!kept || !gone || !goneOffline) throw new Error('unreachable');
  for (const post of [kept, gone, goneOffline]) await insert(a.store, 'posts', post);
  await a.live();
  await remove(a.store, 'posts', gone.id);
  await a.live();
  const collection = () => a.database.collections.posts as unknown as RxCollection<AnyLocalRow>;
  const drop = async () => {
    const store = await openStore(a.database, () => undefined);
    await dropDeletedRows(store, -1000);
    store.close();
  };
  a.cut();
  await remove(a.store, 'posts', goneOffline.id);
  await drop();
  await a.restart();
  a.reconnect();
  await a.live();
  expect(await atServer(goneOffline.id)).toBe(0);
  await drop();
  const remaining = await collection().storageInstance.findDocumentsById([kept.id, gone.id, goneOffline.id], true);
  expect(remaining.map(({ id }) => id)).toEqual([kept.id]);
});

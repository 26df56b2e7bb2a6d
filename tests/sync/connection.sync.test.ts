/** What ends or blocks a connection, and what then becomes of the writes that wait; and what is dropped of deleted rows. */
import type { RxCollection } from 'rxdb';
import { expect } from 'vitest';
import type { AnyLocalRow } from '../../schemas/local/local-row.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { HEARTBEAT_MS } from '../../schemas/protocol/sync.ts';
import { insert, remove } from '../../src/data/local-write.ts';
import { dropRemains } from '../../workers/replication/remains.ts';
import { SILENCE_MS } from '../../workers/replication/stream.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newPost } from '../support/rows.ts';
import type { AppOptions } from '../support/start-app.ts';

const QUICK_HEARTBEAT_MS = 100;
/** Many heartbeats, so that a busy machine is not taken for silence. */
const streamSilenceMs = 15 * QUICK_HEARTBEAT_MS;

const test = deviceTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { heartbeatMs: QUICK_HEARTBEAT_MS } }))
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => ['posts'])
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  /** Ana's device */
  .extend('a', ({ ana, liveDevice }) => liveDevice(ana))
  /** how many posts of this id the server has */
  .extend(
    'atServer',
    ({ server }) =>
      async (id: string) =>
        (await server.sql`select 1 from posts where id = ${id}`).length,
  );

test('a version that the server no longer understands is told so, and its writes wait for the next one', async ({ a, ana, atServer }) => {
  a.cut();
  a.network.version = 0;
  const post = newPost(ana, 'by an old version');
  await insert(a.store, 'posts', post);
  a.reconnect();
  await a.until(() => a.status.updateRequired);
  expect(a.status.unsent).toBe(1);
  await a.restart();
  await a.until(() => a.status.updateRequired && a.status.unsent === 1);
  expect(await a.refused()).toEqual([]);
  delete a.network.version;
  a.wake();
  await a.live();
  expect(a.status.updateRequired).toBe(false);
  expect(await atServer(post.id)).toBe(1);
});

test('a session that is ended elsewhere ends the stream, and what is written then waits for its member', async ({ a, ana, atServer }) => {
  expect((await a.endSession()).status).toBe(200);
  await a.until(() => a.status.expired);
  const post = newPost(ana, 'after the session');
  await insert(a.store, 'posts', post);
  await a.until(() => a.status.unsent === 1);
  expect(await atServer(post.id)).toBe(0);
  await a.signIn();
  await a.live();
  expect(a.status.expired).toBe(false);
  expect(await atServer(post.id)).toBe(1);
});

test('a device that was away says that it has everything when it has, not when its stream stands again', async ({ a, ana }) => {
  a.cut();
  await a.until(() => a.status.kind !== 'live');
  const post = newPost(ana, 'while it was away');
  expect((await ana.client.post('/api/posts', { content: post.content, visibility_type: 'friends' })).status).toBe(201);
  let [isFetched, answer] = [false, () => {}];
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  a.network.before = async (path) => {
    if (!path.endsWith('/pull')) return;
    isFetched = true;
    await held;
  };
  const before = a.seen.length;
  a.reconnect();
  await a.until(() => isFetched);
  const said = a.seen.slice(before).map(({ kind }) => kind);
  answer();
  expect(said).not.toContain('live');
  await a.live();
  expect((await a.rows('posts')).map(({ content }) => content)).toContain(post.content);
});

test('a stream that is silent is opened anew, one that only has nothing to say is not', async ({ ana, device }) => {
  const a = await device(ana, { streamSilenceMs });
  await a.live();
  const streams = () => a.requests.filter(({ path }) => path.endsWith('/stream')).length;
  let beats = 0;
  a.network.arrives = (event) => {
    if (event.startsWith('event: heartbeat')) beats += 1;
    return true;
  };
  await a.until(() => beats * QUICK_HEARTBEAT_MS > streamSilenceMs);
  expect(streams()).toBe(1);
  // Of the next one everything arrives, however soon it comes.
  a.network.arrives = () => streams() > 1;
  await a.until(() => streams() > 1);
  delete a.network.arrives;
  await a.live();
});

test('as devices usually have it, a silent stream is opened anew within thirty seconds, and none that misses one heartbeat', () => {
  expect(SILENCE_MS).toBeLessThan(30_000);
  expect(SILENCE_MS).toBeGreaterThan(1.5 * HEARTBEAT_MS);
});

test('remains of deleted rows are dropped, but not of a deletion that was not sent', async ({ a, ana, atServer }) => {
  const [kept, gone, goneOffline] = ['kept', 'gone', 'gone offline'].map((content) => newPost(ana, content));
  if (!kept || !gone || !goneOffline) throw new Error('unreachable');
  for (const post of [kept, gone, goneOffline]) await insert(a.store, 'posts', post);
  await a.live();
  await remove(a.store, 'posts', gone.id);
  await a.live();
  const collection = () => a.database.collections.posts as unknown as RxCollection<AnyLocalRow>;
  const drop = () => dropRemains(new Map([['posts', collection()]]), -1000);
  a.cut();
  await remove(a.store, 'posts', goneOffline.id);
  await drop();
  await a.restart();
  a.reconnect();
  await a.live();
  expect(await atServer(goneOffline.id)).toBe(0);
  await drop();
  const left = await collection().storageInstance.findDocumentsById([kept.id, gone.id, goneOffline.id], true);
  expect(left.map(({ id }) => id)).toEqual([kept.id]);
});

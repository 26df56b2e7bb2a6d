import { once } from 'node:events';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished, vi } from 'vitest';
import { createEngineWorld, deletePost, movePost } from '../../tests/support/engine-world.ts';
import { test as worldTest } from '../../tests/support/fixtures/world.ts';
import { type OpenStream, serveSync } from '../../tests/support/sync-client.ts';
import { until } from '../../tests/support/until.ts';
import type { Database } from '../db/pool/transaction.ts';
import { HEARTBEAT_BATCH, type StreamTiming } from './streams/broadcaster.ts';
import { MAX_FRAME_CHANGES } from './streams/frames.ts';
import { MAX_STREAMS_OF_SESSION } from './streams/open-readers.ts';
import { MAX_UNSENT_BYTES } from './streams/stream-reader.ts';

const test = worldTest
  .override('timing', () => ({ heartbeatMs: 200, beatMs: 60 }))
  /** Ana and Ben are friends, and Ana has written a post. */
  .extend('friends', async ({ world }) => {
    const [ana, ben] = [await world.member(), await world.member()];
    await world.befriend(ana, ben);
    await world.post(ana);
    return { ana, ben };
  })
  /** Opens the stream of a member and waits for its first event. It is closed after the test. */
  .extend('open', async ({ sync }, { onCleanup }) => {
    const streams: OpenStream[] = [];
    onCleanup(() => {
      for (const stream of streams) stream.close();
    });
    return async (member: string, session = 'laptop'): Promise<OpenStream> => {
      const stream = await sync.stream(member, session);
      streams.push(stream);
      await stream.until(() => stream.events.length > 0);
      return stream;
    };
  })
  /** A second engine on the same database, with its own readers. */
  .extend('openOther', async ({ db }, { onCleanup }) => {
    const closes: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const close of closes) await close();
    });
    return async (timing: Partial<StreamTiming> = {}, database: Database = db.database) => {
      const world = createEngineWorld(database, timing);
      const sync = await serveSync(world);
      closes.push(async () => {
        await world.engine.close();
        await sync.close();
      });
      return { world, sync };
    };
  });

test('it opens with the epoch, as an event stream that no proxy buffers', async ({ open, friends: { ben } }) => {
  const stream = await open(ben);
  expect(stream.events[0]?.name).toBe('open');
  expect(stream.named('open')[0]?.data.epoch).toMatch(/^[0-9a-f-]{36}$/);
  expect(stream.response.headers).toMatchObject({ 'x-accel-buffering': 'no', 'content-type': 'text/event-stream; charset=utf-8' });
});

test('frames of a scope form a chain and carry changes and removals', async ({ world, open, friends: { ana, ben } }) => {
  const stream = await open(ben);
  const posts: string[] = [];
  for (let i = 0; i < 10; i += 1) posts.push(await world.post(ana, { content: `post ${i}` }));
  const comment = await world.comment(ben, posts[0] ?? '');
  await stream.until(() => JSON.stringify(stream.frames()).includes(comment) && JSON.stringify(stream.frames()).includes(posts[9] ?? ''));
  await world.act(ana, (context) => deletePost(context, posts[9] ?? ''));
  await stream.until(() => stream.frames().at(-1)?.collections.posts?.removed.length === 1);

  const frames = stream.frames();
  expect(frames[0]?.prev).toBe(1);
  for (const [index, frame] of frames.entries()) if (index > 0) expect(frame.prev).toBe(frames[index - 1]?.head);
  const documents = frames.flatMap((frame) => frame.collections.posts?.documents ?? []);
  expect(new Set(documents.map((document) => document.id))).toEqual(new Set(posts));
  expect(frames.flatMap((frame) => frame.collections.comments?.documents ?? []).map((document) => document.id)).toEqual([comment]);
  expect(frames.at(-1)?.collections.posts?.removed).toEqual([[posts[9], frames.at(-1)?.scope]]);
});

test('a stranger gets no frame, nor does a former friend', async ({ db, world, open, friends: { ana, ben } }) => {
  const carl = await world.member();
  await world.befriend(ben, carl);
  const [bens, carls] = [await open(ben), await open(carl)];
  const shared = await world.post(ana, { audience: 'public' });
  await until(() => JSON.stringify(bens.frames()).includes(shared) && JSON.stringify(carls.frames()).includes(shared));

  const secret = await world.post(ana);
  await bens.until(() => JSON.stringify(bens.frames()).includes(secret));
  await db.sql`delete from friends where (user_id, friend_id) in ((${ana}, ${ben}), (${ben}, ${ana}))`;
  const after = await world.post(ana);
  const anas = await open(ana);
  const last = await world.post(ana, { audience: 'public' });
  await anas.until(() => JSON.stringify(anas.frames()).includes(last));
  for (const stream of [bens, carls]) {
    for (const post of [after, last]) expect(JSON.stringify(stream.events)).not.toContain(post);
  }
  expect(JSON.stringify(carls.events)).not.toContain(secret);
});

test('a post that moves between two scopes of a reader comes whole in one write', async ({ world, open, friends: { ana, ben } }) => {
  const post = await world.post(ana);
  const stream = await open(ben);
  await world.act(ana, (context) => movePost(context, post, 'public', []));
  await stream.until(() => stream.named('frames').length > 0);
  const frames = stream.named('frames')[0]?.data ?? [];
  expect(frames.flatMap((frame) => frame.collections.posts?.removed ?? []).map(([id]) => id)).toEqual([post]);
  expect(frames.flatMap((frame) => frame.collections.posts?.documents ?? []).map((document) => document.id)).toEqual([post]);
});

test('a reader whose set of scopes changed gets a pull mark, announced or not', async ({ db, world, open, friends: { ana, ben } }) => {
  const stream = await open(ben);
  await world.unfriend(ana, ben);
  // A heartbeat may find the same at the same time and send a pull mark too.
  await stream.until(() => stream.named('pull').length > 0);

  await stream.until(() => stream.named('heartbeat').length >= 2);
  const before = stream.named('pull').length;
  await db.sql`insert into friends (user_id, friend_id, write_id) values (${ana}, ${ben}, ${uuid()}), (${ben}, ${ana}, ${uuid()})`;
  await stream.until(() => stream.named('pull').length > before);
});

test('heartbeats carry the heads of what the reader may read', async ({ world, open, friends: { ana, ben } }) => {
  const stream = await open(ben);
  await stream.until(() => stream.named('heartbeat').length > 0);
  const expected = await world.engine.pull(ben, { epoch: null, collections: {} });
  expect(stream.named('heartbeat').at(-1)?.data.heads).toEqual(expected.heads);
  await world.post(ana);
  const { heads } = await world.engine.pull(ben, { epoch: null, collections: {} });
  await stream.until(() => JSON.stringify(stream.named('heartbeat').at(-1)?.data.heads) === JSON.stringify(heads));
});

test('devices that nobody looks at have their own heartbeat pace', async ({ openOther, friends: { ben } }) => {
  for (const [timing, beating] of [
    [{ heartbeatMs: 30, seldomHeartbeatMs: 60_000 }, true],
    [{ heartbeatMs: 60_000, seldomHeartbeatMs: 30 }, false],
  ] as const) {
    const other = await openOther(timing);
    const [first, second] = [
      await other.sync.stream(ben, 'laptop', { lookedAt: beating }),
      await other.sync.stream(ben, 'phone', { lookedAt: !beating }),
    ];
    await second.until(() => second.events.length > 0);
    await first.until(() => first.named('heartbeat').length > 3);
    expect(second.events.map(({ name }) => name)).toEqual(['open']);
  }
});

test('a frame that is written during a heartbeat passes between its batches', async ({ db, openOther, friends: { ana, ben } }) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let [holds, waits] = [false, false];
  const read: Database['read'] = async (work) => {
    if (holds) {
      waits = true;
      await until(() => !holds);
    }
    return db.database.read(work);
  };
  const other = await openOther({ heartbeatMs: 1000, beatMs: 60_000 }, { ...db.database, read });
  const streams: OpenStream[] = [];
  for (let n = 0; n <= HEARTBEAT_BATCH; n += 1) streams.push(await other.sync.stream(ben, `device-${n}`));
  holds = true;
  vi.advanceTimersByTime(1000);
  await until(() => waits);
  await other.world.post(ana);
  holds = false;
  await until(() => streams.every(({ events }) => events.length === 3));
  expect(streams[0]?.events.map(({ name }) => name)).toEqual(['open', 'heartbeat', 'frames']);
  expect(streams.at(-1)?.events.map(({ name }) => name)).toEqual(['open', 'frames', 'heartbeat']);
});

test('the beat finds what the bus did not announce', async ({ db, open, friends: { ana, ben } }) => {
  const stream = await open(ben);
  const id = uuid();
  // As another server process would have written it.
  await db.sql.begin(async (sql) => {
    await sql`insert into posts (id, author_id, content, visibility_type, write_id) values (${id}, ${ana}, 'x', 'friends', ${uuid()})`;
    await sql`select * from record_changes(array[row(null, 'friends', ${ana}, null, 'posts', ${id}, false)::log_entry], false)`;
  });
  await stream.until(() => JSON.stringify(stream.frames()).includes(id));
});

test('changes that do not fit into a frame are left to a pull', async ({ world, open, friends: { ana, ben } }) => {
  const stream = await open(ben);
  const post = await world.post(ana);
  await stream.until(() => stream.frames().length === 1);
  await world.act(ana, async (context) => {
    for (let i = 0; i <= MAX_FRAME_CHANGES; i += 1)
      await context.tx`insert into post_comments (id, post_id, author_id, content, write_id)
      values (${uuid()}, ${post}, ${ana}, 'x', ${context.writeId})`;
    const rows = await context.tx<
      { id: string; owner: string }[]
    >`select id, author_id as owner from post_comments where post_id = ${post}`;
    for (const row of rows)
      context.record({ scopes: [{ kind: 'friends', owner: row.owner, other: null }], collection: 'comments', id: row.id });
    return { allowed: true };
  });
  await stream.until(() => stream.named('pull').length > 0);
  expect(stream.frames()).toHaveLength(1);
  const next = await world.post(ana);
  await stream.until(() => stream.frames().length === 2);
  expect(stream.frames()[1]).toMatchObject({ prev: (stream.frames()[0]?.head ?? 0) + MAX_FRAME_CHANGES + 1 });
  expect(JSON.stringify(stream.frames()[1])).toContain(next);
});

test('a reader that stops reading costs bounded memory, and is cut off if it goes on like this', async ({
  openOther,
  friends: { ana, ben },
}) => {
  const other = await openOther({ beatMs: 50, maxBehindMs: 500 });
  const stream = await other.sync.stream(ben);
  await stream.until(() => stream.events.length > 0);
  stream.response.pause();
  let [written, unsent] = [0, 0];
  // The system's buffers for the two sockets fill up first. Then the server has to keep what is not read.
  while (other.sync.connections() > 0) {
    await other.world.post(ana, { content: 'x'.repeat(10_000) });
    written += 10_000;
    unsent = Math.max(unsent, other.sync.bufferedBytes());
  }
  expect(written).toBeGreaterThan(4 * MAX_UNSENT_BYTES);
  expect(unsent).toBeGreaterThan(MAX_UNSENT_BYTES / 2);
  expect(unsent).toBeLessThan(MAX_UNSENT_BYTES + 20_000);
});

test('a reader that was behind for a moment finds a pull mark wherever frames are missing', async ({
  openOther,
  friends: { ana, ben },
}) => {
  const other = await openOther({ heartbeatMs: 60_000, beatMs: 60_000 });
  const stream = await other.sync.stream(ben);
  await stream.until(() => stream.events.length > 0);
  stream.response.pause();
  while (other.sync.bufferedBytes() < MAX_UNSENT_BYTES - 15_000) await other.world.post(ana, { content: 'x'.repeat(10_000) });
  for (let i = 0; i < 20; i += 1) await other.world.post(ana, { content: 'x'.repeat(10_000) });
  stream.response.resume();
  await stream.until(() => stream.named('pull').length > 0);
  const last = await other.world.post(ana);
  await stream.until(() => JSON.stringify(stream.frames().at(-1)).includes(last));

  let head: number | null = null;
  let gaps = 0;
  let marked = false;
  for (const event of stream.events) {
    if (event.name === 'pull') marked = true;
    if (event.name !== 'frames') continue;
    for (const frame of event.data) {
      if (head !== null && frame.prev !== head) {
        gaps += 1;
        expect(marked).toBe(true);
      }
      head = frame.head;
    }
    marked = false;
  }
  expect(gaps).toBeGreaterThan(0);
  expect(stream.named('pull').length).toBeLessThan(10);
});

test('a revoked session loses its stream: at once where the engine is called, otherwise at the next beat', async ({
  world,
  sync,
  open,
  friends: { ben },
}) => {
  const [phone, laptop] = [await open(ben, 'phone'), await open(ben, 'laptop')];
  world.engine.closeSession('phone');
  await phone.until(() => phone.ended());
  expect(laptop.ended()).toBe(false);
  sync.revoked.add('laptop');
  await laptop.until(() => laptop.ended());
  sync.revoked.clear();
});

test('of many streams that a session opens at once, no more than the limit stay', async ({ sync, friends: { ben } }) => {
  const streams = await Promise.all(Array.from({ length: 4 * MAX_STREAMS_OF_SESSION }, () => sync.stream(ben)));
  const open = () => streams.filter((stream) => !stream.ended());
  await until(() => open().length === MAX_STREAMS_OF_SESSION);
  await until(() => open().every((stream) => stream.named('heartbeat').length > 0));
  expect(open()).toHaveLength(MAX_STREAMS_OF_SESSION);
  for (const stream of streams) stream.close();
});

test('an engine that closes sends its readers away, spread over time', async ({ openOther, friends: { ben } }) => {
  const other = await openOther();
  const stream = await other.sync.stream(ben);
  await stream.until(() => stream.events.length > 0);
  const closed = once(stream.response, 'close');
  await other.world.engine.close();
  await closed;
  expect(stream.events.at(-1)?.name).toBe('reconnect');
  expect(stream.named('reconnect')[0]?.data.afterMs).toBeLessThanOrEqual(5);
  await expect(other.sync.stream(ben).then(({ response }) => response.statusCode)).resolves.toBe(503);
});

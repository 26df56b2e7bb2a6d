/** An empty device fetches 10,000 posts and comments over the bare protocol; an up-to-date device pulls when there is nothing new. */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCircle } from './circle.ts';
import { startWsFloor, type WsFloor } from './floors/ws-floor.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { cpuSeconds, postgresCpuSeconds } from './process-usage.ts';
import { alternate, inSequence, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { spread } from './statistics.ts';
import { coldSync, resync } from './work/cold-sync.ts';
import { asFloorDocument } from './writes.ts';

const ROUNDS = sizeOf(10, 3);
const RESYNCS = sizeOf(200, 50);

const circle = makeCircle({ friends: 8, postsEach: 250, commentsPerPost: 4 }, Date.now());
const documents = circle.posts.length + circle.comments.length;
const reader = circle.members[0]?.id ?? '';

let kith: KithHost;
let floor: WsFloor;
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, circle));
  floor = await startWsFloor('row');
  const posts = circle.posts.map((post) => ({ collection: 'posts' as const, assumed: [], document: { ...post, write_id: uuid() } }));
  const comments = circle.comments.map((comment) => ({
    collection: 'comments' as const,
    assumed: [],
    document: { ...comment, write_id: uuid() },
  }));
  await floor.fill([...posts, ...comments].map(asFloorDocument));
});
afterAll(async () => {
  await kith?.stop();
  await floor?.stop();
});

test('a cold sync of 10,000 documents', async (context) => {
  const [client] = await kith.clients([reader]);
  const floorClient = await floor.connect();
  if (!client) throw new Error('nobody reads');
  const runs = await alternate(ROUNDS, {
    kith: () => coldSync(client),
    floor: async () => {
      const begun = performance.now();
      let count = 0;
      await floorClient.readAll((rows) => {
        count += rows.length;
      });
      return { newestMs: 0, allMs: performance.now() - begun, documents: count, upToDate: { epoch: null, collections: {} } };
    },
  });
  expect(runs.floor.every((run) => run.documents === documents)).toBe(true);
  // Besides posts and comments there are profiles and friendships.
  expect(runs.kith.every((run) => run.documents > documents && run.documents < documents + 100)).toBe(true);
  const all = spread(runs.kith.map((run) => run.allMs));
  report(
    context,
    {
      work: 'cold sync of 10,000 documents, protocol level: all',
      unit: 'ms',
      ours: all,
      floor: spread(runs.floor.map((run) => run.allMs)),
      floorName: 'ws+PG',
      must: { atMost: 3 },
      aim: { atMost: 1.2 },
    },
    {
      work: 'the same: the newest 20 posts',
      unit: 'ms',
      ours: spread(runs.kith.map((run) => run.newestMs)),
      floor: all,
      floorName: 'all',
      must: { atMost: 0.1 },
      aim: { atMost: 0.03 },
    },
  );
});

test('a resync with nothing new', async (context) => {
  const [client] = await kith.clients([reader]);
  if (!client) throw new Error('nobody reads');
  const { upToDate } = await coldSync(client);
  const used = () => cpuSeconds(kith.pid) + postgresCpuSeconds(kith.postmaster);
  await inSequence(RESYNCS, () => resync(client, upToDate));
  const before = used();
  const times = await inSequence(RESYNCS, () => resync(client, upToDate));
  const each = ((used() - before) * 1000) / RESYNCS;
  report(
    context,
    { work: 'resync with nothing new, one request: asked → answered', unit: 'ms', ours: spread(times), must: { atMost: 5 } },
    { work: 'the same: processor time of server and database', unit: 'ms', ours: each, must: { atMost: 5 } },
  );
});

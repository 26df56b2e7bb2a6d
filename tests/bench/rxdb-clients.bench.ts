/** Whole clients in Node, with the app's local store: from one member's act to the other member's feed, and RxDB's share of that time. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { RxCollection } from 'rxdb';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blankPost } from '../../schemas/posts/post.ts';
import { FEED_PAGE_SIZE } from '../../schemas/posts/post-limits.ts';
import type { LocalStore } from '../../src/data/store/local-store.tsx';
import { createPost } from '../../src/features/posts/write-post.ts';
import type { AnyLocalRow } from '../../workers/device/local-row.ts';
import { type LocalCollections, openLocalDatabase } from '../../workers/device/open-local-database.ts';
import { createServerClock } from '../../workers/device/server-clock.ts';
import { createStorage } from '../../workers/device/store/storage.ts';
import { apiClient } from '../support/api-client.ts';
import { openDevice } from '../support/device.ts';
import { makeCircle, textOf } from './circle.ts';
import { relay } from './floors/rxdb-relay.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { alternate, inSequence, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { median, spread } from './statistics.ts';
import { createArrivals } from './work/arrivals.ts';

const ROUNDS = sizeOf(6, 2);
const POSTS_A_ROUND = sizeOf(20, 8);
/** RxDB opens thirteen collections in one realm, and the two devices and two extra stores here share one realm. */
const COLLECTIONS = ['posts', 'friends', 'profiles', 'notifications'] as const;

const circle = makeCircle({ friends: 8, postsEach: 25, commentsPerPost: 2 }, Date.now());

let kith: KithHost;
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, circle));
});
afterAll(() => kith?.stop());

/** Calls back for each post in the feed of this store. */
function watchFeed(store: Pick<LocalStore, 'collections'>, onPost: (id: string) => void): () => void {
  const feed = store.collections.posts.find({ selector: {}, sort: [{ newest: 'asc' }], index: ['newest'], limit: FEED_PAGE_SIZE });
  const subscription = feed.$.subscribe((posts) => {
    for (const { id } of posts) onPost(id);
  });
  return () => subscription.unsubscribe();
}

/** Writes one post as the app does; resolves to the milliseconds until it was in the other store's feed. */
function postOne(writer: LocalStore, reader: Pick<LocalStore, 'collections'>, quiet: () => Promise<void>) {
  const arrivals = createArrivals(1);
  watchFeed(reader, arrivals.arrived);
  let n = 0;
  return async () => {
    n += 1;
    const id = uuid();
    const took = await arrivals.time(id, () => createPost(writer, id, { ...blankPost, content: textOf(n, 200) }));
    await quiet();
    return took;
  };
}

async function openStoreAlone(userId: string): Promise<LocalStore> {
  const storage = createStorage({ indexedDB: new IDBFactory(), IDBKeyRange });
  const database = await openLocalDatabase({ userId, storage, multiInstance: false, collections: ['posts'], name: `kith-${uuid()}` });
  const collections = database.collections as unknown as LocalCollections;
  return { userId, database, collections, clock: createServerClock() } as LocalStore;
}

const device = (nth: number) => {
  const { id = '', email = '' } = circle.members[nth] ?? {};
  return openDevice(kith.url, { id, email, client: apiClient(kith.url) }, { collections: COLLECTIONS });
};

test('from a write to the query of another', async (context) => {
  const [writer, reader] = [await device(1), await device(0)];
  await Promise.all([writer.live(), reader.live()]);
  const [alone, other] = [await openStoreAlone(writer.member.id), await openStoreAlone(reader.member.id)];
  const postsOf = (store: LocalStore) => store.collections.posts as unknown as RxCollection<AnyLocalRow>;
  const relayed = await relay(postsOf(alone), postsOf(other));

  const post = postOne(writer.store, reader.store, async () => {
    await writer.live();
    await reader.live();
  });
  const postAlone = postOne(alone, other, async () => undefined);
  const times = await alternate(ROUNDS, {
    kith: () => inSequence(POSTS_A_ROUND, post),
    floor: () => inSequence(POSTS_A_ROUND, postAlone),
  });

  // A device that was up to date when it was closed pulls once when it opens again.
  reader.requests.length = 0;
  await reader.restart();
  await reader.live();
  const pulls = reader.requests.filter(({ path }) => path.endsWith('/pull')).length;

  await relayed.close();
  for (const store of [alone, other]) await store.database.close();
  for (const opened of [writer, reader]) await opened.stop();

  const [ours, floor] = [spread(times.kith.flat()), spread(times.floor.flat())];
  const own = times.kith.map((sample, round) => median(sample) - median(times.floor[round] ?? []));
  expect(times.kith.flat()).toHaveLength(ROUNDS * POSTS_A_ROUND);
  report(
    context,
    { work: 'RxDB clients in Node: write call → in the other’s query', unit: 'ms', ours, floor, floorName: 'RxDB alone' },
    { work: 'the same: the share that is not RxDB’s', unit: 'ms', ours: median(own), aim: { atMost: 2 } },
    { work: 'the same: spent in RxDB', unit: '%', ours: Math.round((100 * floor.p50) / ours.p50) },
    { work: 'a device opened again with nothing new: pulls', unit: '', ours: pulls, must: { atMost: 1 } },
  );
});

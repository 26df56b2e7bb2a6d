/** A post to eight friends who are all online: from the call that writes it until all eight have received it, one post after the other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCircle } from './circle.ts';
import { startWsFloor, type WsFloor } from './floors/ws-floor.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { alternate, inSequence, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { spread } from './statistics.ts';
import { openFloorPost, openPostToFriends } from './work/post-to-friends.ts';

const ROUNDS = sizeOf(6, 2);
const POSTS_A_ROUND = sizeOf(50, 25);
const WARM_UPS = sizeOf(20, 1);

const circle = makeCircle({ friends: 8, postsEach: 25, commentsPerPost: 2 }, Date.now());
const [author, ...friends] = circle.members.map((member) => member.id) as [string, ...string[]];

let kith: KithHost;
let floor: WsFloor;
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, circle));
  floor = await startWsFloor('row');
});
afterAll(async () => {
  await kith?.stop();
  await floor?.stop();
});

test('a post to 8 friends', async (context) => {
  const post = await openPostToFriends(kith, author, friends);
  const floorPost = await openFloorPost(floor, author, friends);
  const works = {
    kith: () => inSequence(POSTS_A_ROUND, post),
    floor: () => inSequence(POSTS_A_ROUND, floorPost),
  };
  const times = await alternate(ROUNDS, works, WARM_UPS);
  expect(times.kith.flat()).toHaveLength(ROUNDS * POSTS_A_ROUND);
  report(context, {
    work: 'a post to 8 friends: written → all 8 have it',
    unit: 'ms',
    ours: spread(times.kith.flat()),
    floor: spread(times.floor.flat()),
    floorName: 'ws+PG',
    must: { atMost: 2 },
    aim: { atMost: 1.3 },
  });
});

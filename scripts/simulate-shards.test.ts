import { describe, expect, test } from 'vitest';
import { countShards, createReach, spreadOf } from './simulate-shards/counts.ts';
import { areFriends, befriend, degreeOf, emptyGraph, type FriendGraph, friendAt, SEATS } from './simulate-shards/friend-graph.ts';
import { friendCircles, strangers, town } from './simulate-shards/graph-makers.ts';
import { arrivalOrder, capacityOf, placeByAddress, placeByCommunity, placeByHash } from './simulate-shards/placements.ts';
import { seededRandom } from './simulate-shards/random.ts';

const MEMBERS = 4_000;
const makers = { strangers, friendCircles, town };

function friendsOf(graph: FriendGraph, member: number): number[] {
  return Array.from({ length: degreeOf(graph, member) }, (_, seat) => friendAt(graph, member, seat));
}

function sizesOf(placement: Uint8Array, shards: number): number[] {
  return Array.from({ length: shards }, (_, shard) => placement.filter((own) => own === shard).length);
}

const communityPlacement = (graph: FriendGraph, shards: number, passes: number) =>
  placeByCommunity(graph, arrivalOrder(graph, 10, seededRandom(2)), shards, passes);

/** Friends in a row: 0 – 1 – 2 – 3. */
function fourInARow(): FriendGraph {
  const graph = emptyGraph(4);
  for (const member of [0, 1, 2]) befriend(graph, member, member + 1);
  return graph;
}

describe.each(Object.entries(makers))('the graph of %s', (_, make) => {
  const graph = make(MEMBERS, seededRandom(1));

  const members = Array.from({ length: MEMBERS }, (_, member) => member);

  test('gives nobody more than eight friends, oneself or a friend twice', () => {
    const wrong = members.filter((member) => {
      const friends = friendsOf(graph, member);
      return friends.length > SEATS || new Set([member, ...friends]).size < friends.length + 1;
    });
    expect(wrong).toEqual([]);
  });

  test('stores every friendship with both members', () => {
    expect(members.filter((member) => !friendsOf(graph, member).every((friend) => areFriends(graph, friend, member)))).toEqual([]);
  });

  test('gives members at least four friends on average', () => {
    const degrees = graph.degrees.reduce((sum, degree) => sum + degree, 0);
    expect(degrees / MEMBERS).toBeGreaterThan(4);
  });

  test('is the same for the same seed, and another one for another seed', () => {
    expect(make(MEMBERS, seededRandom(1)).friends.join()).toBe(graph.friends.join());
    expect(make(MEMBERS, seededRandom(5)).friends.join()).not.toBe(graph.friends.join());
  });

  test('lets everybody arrive once', () => {
    const order = arrivalOrder(graph, 10, seededRandom(2));
    expect(new Set(order).size).toBe(MEMBERS);
  });

  test.each([1, 5])('is placed by community within the capacity of each shard, in %i passes', (passes) => {
    const sizes = sizesOf(communityPlacement(graph, 16, passes), 16);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(MEMBERS);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(capacityOf(MEMBERS, 16));
  });

  test('keeps more friends together by community than by hash', () => {
    const sample = Int32Array.from({ length: 200 }, (_, nth) => nth * 20);
    const byHash = countShards(graph, placeByHash(MEMBERS, 16), 16, sample);
    const byCommunity = countShards(graph, communityPlacement(graph, 16, 5), 16, sample);
    expect(byCommunity.friendshipsWithin).toBeGreaterThan(byHash.friendshipsWithin * 2);
    expect(byCommunity.postWrites.average).toBeLessThan(byHash.postWrites.average);
  });
});

test('befriending needs two members with a free seat who are no friends yet', () => {
  const graph = emptyGraph(SEATS + 2);
  expect(befriend(graph, 0, 0)).toBe(false);
  for (let other = 1; other <= SEATS; other += 1) expect(befriend(graph, 0, other)).toBe(true);
  expect(befriend(graph, 1, 0)).toBe(false);
  expect(befriend(graph, SEATS + 1, 0)).toBe(false);
  expect(degreeOf(graph, SEATS + 1)).toBe(0);
});

test('members arrive with their friends, those of the founder first', () => {
  const order = [...arrivalOrder(fourInARow(), 1, seededRandom(3))];
  const distances = order.map((member) => Math.abs(member - (order[0] as number)));
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
});

test('placing by hash uses all shards about equally', () => {
  const sizes = sizesOf(placeByHash(MEMBERS, 16), 16);
  expect(Math.min(...sizes)).toBeGreaterThan(MEMBERS / 16 / 1.4);
  expect(Math.max(...sizes)).toBeLessThan((MEMBERS / 16) * 1.4);
});

test('placing by address makes square blocks of a grid', () => {
  expect([...placeByAddress(16, 4)]).toEqual([0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
});

test('two circles without a bridge are placed on a shard each', () => {
  const graph = emptyGraph(10);
  for (const start of [0, 5]) {
    for (let one = start; one < start + 5; one += 1) for (let other = one + 1; other < start + 5; other += 1) befriend(graph, one, other);
  }
  const placement = placeByCommunity(graph, Int32Array.from([0, 5, 1, 6, 2, 7, 3, 8, 4, 9]), 2, 1);
  expect([...placement]).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
});

test('reach lists friends first, then their friends, each once', () => {
  const graph = fourInARow();
  befriend(graph, 0, 2);
  expect(createReach(graph)(1)).toEqual([0, 2, 3]);
  expect(createReach(graph)(3)).toEqual([2, 1, 0]);
});

test('the counts of a small graph are those counted by hand', () => {
  const counts = countShards(fourInARow(), Uint8Array.from([0, 1, 1, 2]), 3, Int32Array.from([1]));
  expect(counts.friendshipsWithin).toBeCloseTo(1 / 3);
  expect(counts.friendsPostShards).toEqual({ average: 2, p99: 2 });
  expect(counts.networkPostShards).toEqual({ average: 3, p99: 3 });
  expect(counts.pullShards).toEqual({ average: 2, p99: 2 });
  // Both scopes of member 0, and the network of member 3.
  expect(counts.pullScopes).toEqual({ average: 3, p99: 3 });
  expect(counts.postWrites).toEqual({ average: 1, p99: 1 });
  expect(counts.largest).toBeCloseTo(1.5);
});

test('members at the ends of the row count as well', () => {
  const counts = countShards(fourInARow(), Uint8Array.from([0, 1, 1, 2]), 3, Int32Array.from([0, 3]));
  // Member 0 has friend 1 and reaches 2. Member 3 has friend 2 and reaches 1.
  expect(counts.friendsPostShards).toEqual({ average: 2, p99: 2 });
  expect(counts.networkPostShards).toEqual({ average: 2, p99: 2 });
  expect(counts.pullScopes).toEqual({ average: 3, p99: 3 });
});

test('the 99th percentile leaves out one value in a hundred', () => {
  const values = Int32Array.from({ length: 200 }, (_, nth) => (nth < 2 ? 50 : 1));
  expect(spreadOf(values)).toEqual({ average: 1.49, p99: 1 });
});

/** What posts and pulls cost where members are on several shards. Groups, and posts to chosen people, are left out. */
import { countFriendships, degreeOf, type FriendGraph, friendAt } from './friend-graph.ts';
import type { Placement } from './placements.ts';

export interface Spread {
  readonly average: number;
  readonly p99: number;
}

export interface ShardCounts {
  /** the share of friendships whose two members are on one shard */
  readonly friendshipsWithin: number;
  /** how many shards the readers of a post are on, its author's shard among them */
  readonly friendsPostShards: Spread;
  readonly networkPostShards: Spread;
  /** how many other shards a pull reads: those of everybody whose scopes the member reads */
  readonly pullShards: Spread;
  /** how many of the scopes that a pull reads are on other shards */
  readonly pullScopes: Spread;
  /** how many other shards a post writes to: those of the friends who are notified */
  readonly postWrites: Spread;
  /** the largest shard, as a multiple of the average */
  readonly largest: number;
}

export function spreadOf(values: Int32Array): Spread {
  const sorted = values.slice().sort();
  const sum = sorted.reduce((total, value) => total + value, 0);
  return { average: sum / sorted.length, p99: sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)] ?? 0 };
}

function shareWithin(graph: FriendGraph, placement: Placement): number {
  let within = 0;
  for (let member = 0; member < graph.members; member += 1) {
    for (let seat = 0; seat < degreeOf(graph, member); seat += 1) {
      if (placement[friendAt(graph, member, seat)] === placement[member]) within += 1;
    }
  }
  return within / 2 / countFriendships(graph);
}

function largestShard(placement: Placement, shards: number): number {
  const sizes = new Int32Array(shards);
  for (const shard of placement) sizes[shard] = (sizes[shard] as number) + 1;
  return (Math.max(...sizes) * shards) / placement.length;
}

/** Lists the members within reach: direct friends first, then friends of friends. Each occurs once, and the member does not. */
export function createReach(graph: FriendGraph): (member: number) => readonly number[] {
  /** the last question in which a member was listed */
  const listed = new Int32Array(graph.members).fill(-1);
  let question = 0;
  return (member) => {
    question += 1;
    const reach: number[] = [];
    const list = (found: number): void => {
      if (listed[found] === question) return;
      listed[found] = question;
      reach.push(found);
    };
    listed[member] = question;
    const degree = degreeOf(graph, member);
    for (let seat = 0; seat < degree; seat += 1) list(friendAt(graph, member, seat));
    for (let nth = 0; nth < degree; nth += 1) {
      const friend = reach[nth] as number;
      for (let seat = 0; seat < degreeOf(graph, friend); seat += 1) list(friendAt(graph, friend, seat));
    }
    return reach;
  };
}

const andOneMore = ({ average, p99 }: Spread): Spread => ({ average: average + 1, p99: p99 + 1 });

/** Counts for each member of the sample one post to friends, one post to the network, and one pull. */
export function countShards(graph: FriendGraph, placement: Placement, shards: number, sample: Int32Array): ShardCounts {
  const reachOf = createReach(graph);
  const friendsAway = new Int32Array(sample.length);
  const reachAway = new Int32Array(sample.length);
  const scopesAway = new Int32Array(sample.length);
  sample.forEach((member, nth) => {
    const direct = degreeOf(graph, member);
    const away = new Set<number>();
    let scopes = 0;
    reachOf(member).forEach((other, place) => {
      const shard = placement[other] as number;
      if (shard === placement[member]) return;
      away.add(shard);
      // Of a friend the member reads two scopes, `friends` and `network`, and of a friend of a friend only `network`.
      scopes += place < direct ? 2 : 1;
      if (place < direct) friendsAway[nth] = away.size;
    });
    reachAway[nth] = away.size;
    scopesAway[nth] = scopes;
  });
  const [ofFriends, ofReach] = [spreadOf(friendsAway), spreadOf(reachAway)];
  return {
    friendshipsWithin: shareWithin(graph, placement),
    // A post is read on its author's shard as well. It notifies direct friends only, however many may read it.
    friendsPostShards: andOneMore(ofFriends),
    networkPostShards: andOneMore(ofReach),
    pullShards: ofReach,
    pullScopes: spreadOf(scopesAway),
    postWrites: ofFriends,
    largest: largestShard(placement, shards),
  };
}

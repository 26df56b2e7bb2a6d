/** Which shard each member is placed on. */
import { degreeOf, type FriendGraph, friendAt } from './friend-graph.ts';
import { type Random, shuffledNumbers, spreadBits } from './random.ts';

/** The shard of each member. */
export type Placement = Uint8Array;

/** By a hash of the member's id. It needs no memory, and knows nothing about friends. */
export const placeByHash = (members: number, shards: number): Placement =>
  Uint8Array.from({ length: members }, (_, member) => spreadBits(member) % shards);

/**
 * By address, for members who live on a square grid as those of a town do: each shard is a square block of it. So it needs a square number
 * of shards, and an address. It shows what a placement could reach that knows where people live.
 */
export function placeByAddress(members: number, shards: number): Placement {
  const side = Math.ceil(Math.sqrt(members));
  const blocks = Math.sqrt(shards);
  const blockOf = (place: number): number => Math.floor((place * blocks) / side);
  return Uint8Array.from({ length: members }, (_, member) => blockOf(Math.floor(member / side)) * blocks + blockOf(member % side));
}

/**
 * The order in which members arrive where people come by invitation: some found a circle each, and everybody brings their friends. Members
 * whom no invitation reaches come last, each with those they bring.
 */
export function arrivalOrder(graph: FriendGraph, founders: number, random: Random): Int32Array {
  const order = new Int32Array(graph.members);
  const arrived = new Uint8Array(graph.members);
  let count = 0;
  const arrive = (member: number): void => {
    if (arrived[member] === 1) return;
    arrived[member] = 1;
    order[count] = member;
    count += 1;
  };
  let next = 0;
  shuffledNumbers(graph.members, random).forEach((founder, nth) => {
    arrive(founder);
    if (nth + 1 < founders) return;
    for (; next < count; next += 1) {
      const member = order[next] as number;
      for (let seat = 0; seat < degreeOf(graph, member); seat += 1) arrive(friendAt(graph, member, seat));
    }
  });
  return order;
}

/** A shard may have this much more than its share of the members. */
export const SLACK = 1.05;

export const capacityOf = (members: number, shards: number): number => Math.ceil((SLACK * members) / shards);

const NOWHERE = 255;

/**
 * By community, one member after the other in this order: a member goes to the shard with most of their friends, weighted by how empty the
 * shard is. Without friends there, or where their shards are full, a member goes to the emptiest shard. The rule is "linear deterministic
 * greedy" in Stanton and Kliot, "Streaming graph partitioning for large distributed graphs" (KDD 2012), written anew. In later passes
 * everybody is placed again, now that all friends have a place (Nishimura and Ugander, "Restreaming graph partitioning", KDD 2013).
 */
export function placeByCommunity(graph: FriendGraph, order: Int32Array, shards: number, passes: number): Placement {
  const placement = new Uint8Array(graph.members).fill(NOWHERE);
  const capacity = capacityOf(graph.members, shards);
  const sizes = new Int32Array(shards);
  const sizeOf = (shard: number): number => sizes[shard] as number;
  const friendsThere = new Uint8Array(shards);

  function emptiest(): number {
    let best = 0;
    for (let shard = 1; shard < shards; shard += 1) if (sizeOf(shard) < sizeOf(best)) best = shard;
    return best;
  }

  function chooseShard(member: number): number {
    let best = NOWHERE;
    let bestScore = 0;
    const degree = degreeOf(graph, member);
    for (let seat = 0; seat < degree; seat += 1) {
      const shard = placement[friendAt(graph, member, seat)] as number;
      if (shard === NOWHERE) continue;
      const there = (friendsThere[shard] as number) + 1;
      friendsThere[shard] = there;
      const score = there * (1 - sizeOf(shard) / capacity);
      if (score > bestScore) {
        best = shard;
        bestScore = score;
      }
    }
    for (let seat = 0; seat < degree; seat += 1) {
      const shard = placement[friendAt(graph, member, seat)] as number;
      if (shard !== NOWHERE) friendsThere[shard] = 0;
    }
    return best === NOWHERE ? emptiest() : best;
  }

  for (let pass = 0; pass < passes; pass += 1) {
    for (const member of order) {
      const before = placement[member] as number;
      if (before !== NOWHERE) sizes[before] = sizeOf(before) - 1;
      const shard = chooseShard(member);
      placement[member] = shard;
      sizes[shard] = sizeOf(shard) + 1;
    }
  }
  return placement;
}

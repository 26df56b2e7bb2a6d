/** Three pictures of who is friends with whom. Real circles lie somewhere between them. */
import { befriend, emptyGraph, type FriendGraph, hasFreeSeat, SEATS } from './friend-graph.ts';
import { integerBelow, type Random, shuffle, shuffledNumbers } from './random.ts';

/**
 * Strangers: nearly everybody has eight friends, drawn from all members. No placement can keep such friends together, so this is the worst
 * case. Every seat is a ticket. The tickets are shuffled, and two neighbouring tickets make a friendship.
 */
export function strangers(members: number, random: Random): FriendGraph {
  const graph = emptyGraph(members);
  const tickets = shuffle(
    new Int32Array(members * SEATS).map((_, nth) => Math.floor(nth / SEATS)),
    random,
  );
  for (let nth = 0; nth + 1 < tickets.length; nth += 2) befriend(graph, tickets[nth] as number, tickets[nth + 1] as number);
  return graph;
}

const SMALLEST_CIRCLE = 5;
const LARGEST_CIRCLE = 9;
const BRIDGES = 2;
/** A member who was drawn for a friendship may have no free seat. Then another one is drawn, but not for ever. */
const ATTEMPTS = 8;

/**
 * Circles of five to nine people who all know each other. Each circle makes up to two bridges: a member with a free seat finds a friend
 * anywhere else. A draw that finds no free seat, or a friend, is repeated.
 */
export function friendCircles(members: number, random: Random): FriendGraph {
  const graph = emptyGraph(members);
  const starts: number[] = [];
  for (let start = 0; start < members; ) {
    const end = Math.min(members, start + SMALLEST_CIRCLE + integerBelow(random, LARGEST_CIRCLE - SMALLEST_CIRCLE + 1));
    starts.push(start);
    for (let one = start; one < end; one += 1) for (let other = one + 1; other < end; other += 1) befriend(graph, one, other);
    start = end;
  }
  starts.forEach((start, nth) => {
    const size = (starts[nth + 1] ?? members) - start;
    for (let bridge = 0; bridge < BRIDGES; bridge += 1) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        if (befriend(graph, start + integerBelow(random, size), integerBelow(random, members))) break;
      }
    }
  });
  return graph;
}

const TOWN_ATTEMPTS = 24;

/**
 * A town: everybody lives at a point of a square grid, and a friendship becomes less likely with the square of the distance, as in
 * Kleinberg, "Navigation in a small world" (Nature 406, 2000). The number of people at a distance grows with the distance, so the
 * logarithm of the distance of a friend is uniform.
 */
export function town(members: number, random: Random): FriendGraph {
  const graph = emptyGraph(members);
  const side = Math.ceil(Math.sqrt(members));
  const farthest = Math.log(side / 2);
  for (const member of shuffledNumbers(members, random)) {
    const row = Math.floor(member / side);
    const column = member % side;
    for (let attempt = 0; attempt < TOWN_ATTEMPTS && hasFreeSeat(graph, member); attempt += 1) {
      const distance = Math.exp(random() * farthest);
      const angle = random() * 2 * Math.PI;
      const otherRow = row + Math.round(distance * Math.sin(angle));
      const otherColumn = column + Math.round(distance * Math.cos(angle));
      const other = otherRow * side + otherColumn;
      if (otherRow >= 0 && otherColumn >= 0 && otherColumn < side && other < members) befriend(graph, member, other);
    }
  }
  return graph;
}

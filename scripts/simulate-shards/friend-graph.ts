/** Friendships among members who are numbered from 0. Every friendship is stored with both members, as in the table `friends`. */

/** How many friends a member may have (`MAX_DIRECT_FRIENDS`). */
export const SEATS = 8;

export interface FriendGraph {
  readonly members: number;
  /** The friends of member `m` begin at `m * SEATS`. There are `degrees[m]` of them. */
  readonly friends: Int32Array;
  readonly degrees: Uint8Array;
}

export const emptyGraph = (members: number): FriendGraph => ({
  members,
  friends: new Int32Array(members * SEATS),
  degrees: new Uint8Array(members),
});

/** How many friends the member has. */
export const degreeOf = (graph: FriendGraph, member: number): number => graph.degrees[member] as number;

/** The friend in this seat, counted from 0. */
export const friendAt = (graph: FriendGraph, member: number, seat: number): number => graph.friends[member * SEATS + seat] as number;

export const hasFreeSeat = (graph: FriendGraph, member: number): boolean => degreeOf(graph, member) < SEATS;

export function areFriends(graph: FriendGraph, one: number, other: number): boolean {
  for (let seat = 0; seat < degreeOf(graph, one); seat += 1) if (friendAt(graph, one, seat) === other) return true;
  return false;
}

function takeSeat(graph: FriendGraph, member: number, friend: number): void {
  const seat = degreeOf(graph, member);
  graph.friends[member * SEATS + seat] = friend;
  graph.degrees[member] = seat + 1;
}

/** Makes two members friends. Returns false where they already are, where one has no free seat, and where both are the same. */
export function befriend(graph: FriendGraph, one: number, other: number): boolean {
  if (one === other || !hasFreeSeat(graph, one) || !hasFreeSeat(graph, other) || areFriends(graph, one, other)) return false;
  takeSeat(graph, one, other);
  takeSeat(graph, other, one);
  return true;
}

/** How many friendships there are. */
export const countFriendships = (graph: FriendGraph): number => graph.degrees.reduce((sum, degree) => sum + degree, 0) / 2;

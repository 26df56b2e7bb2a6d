import type { Friend } from '../../../schemas/friends/friend.ts';
import { friendText } from '../../text/friends.ts';

/** A friend of a friend, and the direct friends who connect them. */
export interface FurtherPerson {
  readonly id: string;
  readonly through: readonly string[];
}

/**
 * Everybody whom a post can reach: the member's direct friends, longest friendship first, and the friends of those. Nobody is listed twice.
 */
export interface Network {
  readonly direct: readonly string[];
  readonly further: readonly FurtherPerson[];
}

type FriendRow = Pick<Friend, 'user_id' | 'friend_id' | 'created_at'>;

/**
 * The member's direct friends, longest friendship first. If several friends connect to the same person, the first in this order is named,
 * everywhere. The server reads `extended_friends` in the same order.
 */
export const directFriends = (own: string, rows: readonly FriendRow[]): string[] =>
  rows
    .filter((row) => row.user_id === own)
    .sort((a, b) => compare(a.created_at, b.created_at) || compare(a.friend_id, b.friend_id))
    .map((row) => row.friend_id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The network of `own`, from the friend rows on their device: their own rows and those of their direct friends. Blocked members are left
 * out.
 */
export function networkOf(own: string, rows: readonly FriendRow[], blocked: ReadonlySet<string>): Network {
  const direct = directFriends(own, rows).filter((id) => !blocked.has(id));
  const near = new Set([own, ...direct]);
  const through = new Map<string, string[]>();
  for (const friend of direct) {
    for (const row of rows) {
      if (row.user_id !== friend || near.has(row.friend_id) || blocked.has(row.friend_id)) continue;
      through.set(row.friend_id, [...(through.get(row.friend_id) ?? []), friend]);
    }
  }
  return { direct, further: [...through].map(([id, friends]) => ({ id, through: friends })) };
}

export const peopleOf = (network: Network): ReadonlySet<string> =>
  new Set([...network.direct, ...network.further.map((person) => person.id)]);

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

/** The friends in between, by their first names. */
export const throughText = (names: readonly string[]): string => friendText.through(names.map(firstName));

import type { Friend } from '../../../schemas/friends/friend.ts';
import { friendText } from '../../text/friends.ts';

/** Somebody one step further, and the direct friends who lead to them. */
export interface FurtherPerson {
  readonly id: string;
  readonly through: readonly string[];
}

/** Everybody whom a post can reach: one's direct friends, the longest friendship first, and theirs. Nobody is in it twice. */
export interface Network {
  readonly direct: readonly string[];
  readonly further: readonly FurtherPerson[];
}

type FriendRow = Pick<Friend, 'user_id' | 'friend_id' | 'created_at'>;

/**
 * One's direct friends, the longest friendship first. Of several who lead to somebody the first in this order is named, everywhere; the
 * server's `extended_friends` is read in the same order.
 */
export const directFriends = (own: string, rows: readonly FriendRow[]): string[] =>
  rows
    .filter((row) => row.user_id === own)
    .sort((a, b) => compare(a.created_at, b.created_at) || compare(a.friend_id, b.friend_id))
    .map((row) => row.friend_id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The network of `own`, from the friend rows that they hold: their own, and those of their direct friends. Whom they block is not in it. */
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

/** Through whom one knows somebody, by their first names. */
export const throughText = (names: readonly string[]): string => friendText.through(names.map(firstName));

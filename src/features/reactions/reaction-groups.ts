import type { Reaction } from '../../../schemas/reactions/reaction.ts';

export interface ReactionGroup {
  readonly emoji: string;
  readonly count: number;
  /** whether the member who looks is among them */
  readonly mine: boolean;
  readonly users: readonly { readonly id: string; readonly name: string; readonly imageUrl: string | null }[];
}

type Row = Pick<Reaction, 'user_id' | 'emoji_code' | 'user_name' | 'user_profile_image' | 'created_at'>;

/** Reactions of one target by emoji, the one that was there first at first, and so its people. A group is never empty. */
export function groupReactions(rows: readonly Row[], viewerId: string): readonly ReactionGroup[] {
  const byEmoji = new Map<string, Row[]>();
  for (const row of [...rows].sort((a, b) => a.created_at.localeCompare(b.created_at))) {
    const same = byEmoji.get(row.emoji_code);
    if (same) same.push(row);
    else byEmoji.set(row.emoji_code, [row]);
  }
  return [...byEmoji].map(([emoji, same]) => ({
    emoji,
    count: same.length,
    mine: same.some((row) => row.user_id === viewerId),
    users: same.map((row) => ({ id: row.user_id, name: row.user_name, imageUrl: row.user_profile_image })),
  }));
}

/** The same, most used first: for what is only looked at. */
export const mostUsed = (groups: readonly ReactionGroup[]): readonly ReactionGroup[] => [...groups].sort((a, b) => b.count - a.count);

/**
 * The order that a screen shows and keeps: what it has shown once stays where it is, also when it goes and comes again, and what is new
 * comes last. The server's time for a reaction may differ from the device's, and a chip must not move from under a finger.
 */
export function keepOrder(before: readonly string[], groups: readonly ReactionGroup[]): readonly string[] {
  const added = groups.map((group) => group.emoji).filter((emoji) => !before.includes(emoji));
  return added.length === 0 ? before : [...before, ...added];
}

/** All reactions of a target together. */
export const reactionTotal = (groups: readonly ReactionGroup[]): number => groups.reduce((total, group) => total + group.count, 0);

/** Who reacted, each person once, the first of the first emoji at first. */
export function reactors(groups: readonly ReactionGroup[]): ReactionGroup['users'] {
  const people = new Map<string, ReactionGroup['users'][number]>();
  for (const { users } of groups) for (const user of users) if (!people.has(user.id)) people.set(user.id, user);
  return [...people.values()];
}

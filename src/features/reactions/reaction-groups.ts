import type { Reaction } from '../../../schemas/reactions/reaction.ts';

export interface ReactionGroup {
  readonly emoji: string;
  readonly count: number;
  /** whether the viewer is among them */
  readonly mine: boolean;
  readonly users: readonly { readonly id: string; readonly name: string; readonly imageUrl: string | null }[];
}

type Row = Pick<Reaction, 'user_id' | 'emoji_code' | 'user_name' | 'user_profile_image' | 'created_at'>;

/** Groups the reactions of one target by emoji, earliest first, also within a group. A group is never empty. */
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

/** The same groups, most used first: for places without toggling. */
export const mostUsed = (groups: readonly ReactionGroup[]): readonly ReactionGroup[] => [...groups].sort((a, b) => b.count - a.count);

/**
 * The display order of emoji. An emoji shown once keeps its place, also when it disappears and returns, and new ones come last. The
 * server's time for a reaction may differ from the device's, and a chip must not move away under a finger.
 */
export function keepOrder(before: readonly string[], groups: readonly ReactionGroup[]): readonly string[] {
  const added = groups.map((group) => group.emoji).filter((emoji) => !before.includes(emoji));
  return added.length === 0 ? before : [...before, ...added];
}

/** The total count of reactions of a target. */
export const reactionTotal = (groups: readonly ReactionGroup[]): number => groups.reduce((total, group) => total + group.count, 0);

/** The people who reacted, each once, in the order of the groups. */
export function reactors(groups: readonly ReactionGroup[]): ReactionGroup['users'] {
  const people = new Map<string, ReactionGroup['users'][number]>();
  for (const { users } of groups) for (const user of users) if (!people.has(user.id)) people.set(user.id, user);
  return [...people.values()];
}

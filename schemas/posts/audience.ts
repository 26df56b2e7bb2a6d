import type { Post, VisibilityType } from './post.ts';

/** Who shall read a post: the audience, and the people where they are chosen one by one. */
export type Audience = Pick<Post, 'visibility_type' | 'specific_user_ids'>;

/** Everybody whom a post can reach: the author's direct friends, and the friends of those. */
export interface Reach {
  readonly direct: readonly string[];
  readonly further: readonly { readonly id: string }[];
}

export const sameAudience = (a: Audience, b: Audience): boolean =>
  a.visibility_type === b.visibility_type &&
  a.specific_user_ids.length === b.specific_user_ids.length &&
  a.specific_user_ids.every((id) => b.specific_user_ids.includes(id));

/**
 * Whom an audience reaches, friends before theirs, without the author; undefined where that is not known yet. What each audience means
 * stands here, and for the server in the view `post_scopes`.
 */
export function readersOf({ visibility_type, specific_user_ids }: Audience, reach: Reach | undefined): readonly string[] | undefined {
  switch (visibility_type) {
    case 'private':
      return [];
    case 'specific':
      return specific_user_ids;
    case 'friends':
      return reach?.direct;
    case 'friends_of_friends':
    case 'public':
      return reach && [...reach.direct, ...reach.further.map(({ id }) => id)];
  }
}

/** How far an audience goes: one of a higher rank takes in whoever joins it. */
const rank: Record<VisibilityType, number> = { private: 0, specific: 1, friends: 2, friends_of_friends: 3, public: 3 };

/**
 * Who could read a post afterwards that could not before: people by name, or `more` where an audience takes in whoever joins it
 * (from some people to all friends, from friends to theirs). Null where nobody does. Where the reach is not known yet, everybody
 * who is named counts as new: it is rather asked once too often.
 */
export function widening(from: Audience, to: Audience, reach: Reach | undefined): { readonly people: readonly string[] } | 'more' | null {
  if (to.visibility_type !== 'specific') return rank[to.visibility_type] > rank[from.visibility_type] ? 'more' : null;
  const before = new Set(readersOf(from, reach) ?? []);
  const people = to.specific_user_ids.filter((id) => !before.has(id));
  return people.length > 0 ? { people } : null;
}

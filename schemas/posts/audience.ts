import type { Post } from './post.ts';
import type { VisibilityType } from './visibility.ts';

/** Who may read a post: the audience, and the people if they are chosen one by one. */
export type Audience = Pick<Post, 'visibility_type' | 'specific_user_ids'>;

/** Everybody whom a post can reach: the author's direct friends, and their friends. */
export interface Reach {
  readonly direct: readonly string[];
  readonly further: readonly { readonly id: string }[];
}

/** An audience without people chosen by name. */
export const audienceFor = (visibility_type: VisibilityType): Audience => ({ visibility_type, specific_user_ids: [] });

export const audienceOf = ({ visibility_type, specific_user_ids }: Audience): Audience => ({ visibility_type, specific_user_ids });

/** Whether its people are chosen one by one. */
export const isChosen = ({ visibility_type }: Pick<Audience, 'visibility_type'>): boolean => visibility_type === 'specific';

export const sameAudience = (a: Audience, b: Audience): boolean =>
  a.visibility_type === b.visibility_type &&
  a.specific_user_ids.length === b.specific_user_ids.length &&
  a.specific_user_ids.every((id) => b.specific_user_ids.includes(id));

/**
 * The people whom an audience reaches, without the author, direct friends first; undefined if that depends on a reach that is not known
 * yet. What each audience means is defined here, and for the server in the view `post_scopes`.
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

/** How far an audience reaches. A higher rank also includes people who join that audience later. */
const rank: Record<VisibilityType, number> = { private: 0, specific: 1, friends: 2, friends_of_friends: 3, public: 3 };

/**
 * Who could read a post after the change and not before. `people` lists them by id. `more` means an audience that also includes people who
 * join it later (from some people to all friends, from friends to their friends). Null if nobody gains access. If the earlier readers are
 * not known yet, everybody who is named counts as new: the member is asked once too often rather than not at all.
 */
export function widening(from: Audience, to: Audience, reach: Reach | undefined): { readonly people: readonly string[] } | 'more' | null {
  if (to.visibility_type !== 'specific') return rank[to.visibility_type] > rank[from.visibility_type] ? 'more' : null;
  const before = new Set(readersOf(from, reach) ?? []);
  const people = to.specific_user_ids.filter((id) => !before.has(id));
  return people.length > 0 ? { people } : null;
}

import { Globe, Lock, type LucideIcon, UserRoundCheck, UsersRound, Waypoints } from 'lucide-react';
import type { Post, VisibilityType } from '../../../schemas/posts/post.ts';
import type { ChipTone } from '../../ui/chip.tsx';
import type { Network } from '../friends/network.ts';

export interface AudienceLook {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly tone: ChipTone;
}

/** How each audience is named and drawn, everywhere. */
export const audiences: Record<VisibilityType, AudienceLook> = {
  friends: { label: 'Friends', icon: UsersRound, tone: 'friends' },
  friends_of_friends: { label: 'Friends of friends', icon: Waypoints, tone: 'fof' },
  specific: { label: 'Specific people', icon: UserRoundCheck, tone: 'specific' },
  private: { label: 'Only me', icon: Lock, tone: 'me' },
  public: { label: 'Public', icon: Globe, tone: 'public' },
};

/** As the form offers them. */
export const offeredAudiences: readonly VisibilityType[] = ['friends', 'friends_of_friends', 'specific', 'private', 'public'];

/** Who shall read a post: the audience, and the people where they are chosen one by one. */
export type Audience = Pick<Post, 'visibility_type' | 'specific_user_ids'>;

export const sameAudience = (a: Audience, b: Audience): boolean =>
  a.visibility_type === b.visibility_type &&
  a.specific_user_ids.length === b.specific_user_ids.length &&
  a.specific_user_ids.every((id) => b.specific_user_ids.includes(id));

/**
 * Who could read a post afterwards that could not before: people by name, or `more` where an audience takes in whoever joins it
 * (from some people to all friends, from friends to theirs). Null where nobody does. Where the network is not known yet, everybody
 * who is named counts as new: it is rather asked once too often.
 */
export function widening(
  from: Audience,
  to: Audience,
  network: Network | undefined,
): { readonly people: readonly string[] } | 'more' | null {
  const rank: Record<VisibilityType, number> = { private: 0, specific: 1, friends: 2, friends_of_friends: 3, public: 3 };
  if (to.visibility_type !== 'specific') return rank[to.visibility_type] > rank[from.visibility_type] ? 'more' : null;
  const before = new Set(readersBefore(from, network));
  const people = to.specific_user_ids.filter((id) => !before.has(id));
  return people.length > 0 ? { people } : null;
}

function readersBefore(from: Audience, network: Network | undefined): readonly string[] {
  switch (from.visibility_type) {
    case 'private':
      return [];
    case 'specific':
      return from.specific_user_ids;
    case 'friends':
      return network?.direct ?? [];
    case 'friends_of_friends':
    case 'public':
      return network ? [...network.direct, ...network.further.map((person) => person.id)] : [];
  }
}

/** Of these audiences there is more to say than their name. */
export const viewable: ReadonlySet<VisibilityType> = new Set(['friends', 'friends_of_friends', 'specific']);

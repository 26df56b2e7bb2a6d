import { Globe, Lock, type LucideIcon, UserRoundCheck, UsersRound, Waypoints } from 'lucide-react';
import type { VisibilityType } from '../../../schemas/posts/post.ts';
import type { ChipTone } from '../../ui/chip.tsx';

export interface Audience {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly tone: ChipTone;
}

/** How each audience is named and drawn, everywhere. */
export const audiences: Record<VisibilityType, Audience> = {
  friends: { label: 'Friends', icon: UsersRound, tone: 'friends' },
  friends_of_friends: { label: 'Friends of friends', icon: Waypoints, tone: 'fof' },
  specific: { label: 'Specific people', icon: UserRoundCheck, tone: 'specific' },
  private: { label: 'Only me', icon: Lock, tone: 'me' },
  public: { label: 'Public', icon: Globe, tone: 'public' },
};

/** The audiences that the form offers, narrow ones last as they are rarer. */
export const offeredAudiences = ['friends', 'private'] as const satisfies readonly VisibilityType[];

const reach: Record<VisibilityType, number> = { private: 0, specific: 1, friends: 2, friends_of_friends: 3, public: 3 };

/** Whether more people could read it afterwards. */
export const widens = (from: VisibilityType, to: VisibilityType): boolean => reach[to] > reach[from];

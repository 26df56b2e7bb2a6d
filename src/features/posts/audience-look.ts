import { Globe, Lock, type LucideIcon, UserRoundCheck, UsersRound, Waypoints } from 'lucide-react';
import type { VisibilityType } from '../../../schemas/posts/post.ts';
import { audienceNames } from '../../text/audience.ts';
import type { ChipTone } from '../../ui/chip.tsx';

export interface AudienceLook {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly tone: ChipTone;
}

/** The name and look of each audience, everywhere. */
export const audiences: Record<VisibilityType, AudienceLook> = {
  friends: { label: audienceNames.friends, icon: UsersRound, tone: 'friends' },
  friends_of_friends: { label: audienceNames.friends_of_friends, icon: Waypoints, tone: 'fof' },
  specific: { label: audienceNames.specific, icon: UserRoundCheck, tone: 'specific' },
  private: { label: audienceNames.private, icon: Lock, tone: 'me' },
  public: { label: audienceNames.public, icon: Globe, tone: 'public' },
};

/** In the order of the form. */
export const offeredAudiences: readonly VisibilityType[] = ['friends', 'friends_of_friends', 'specific', 'private', 'public'];

/** For these audiences there is more to show than their name. */
export const viewable: ReadonlySet<VisibilityType> = new Set(['friends', 'friends_of_friends', 'specific']);

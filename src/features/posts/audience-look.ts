import { Globe, Lock, type LucideIcon, UserRoundCheck, UsersRound, Waypoints } from 'lucide-react';
import type { VisibilityType } from '../../../schemas/posts/post.ts';
import { audienceNames } from '../../text/audience.ts';
import type { ChipTone } from '../../ui/chip.tsx';

export interface AudienceLook {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly tone: ChipTone;
}

/** How each audience is named and drawn, everywhere. */
export const audiences: Record<VisibilityType, AudienceLook> = {
  friends: { label: audienceNames.friends, icon: UsersRound, tone: 'friends' },
  friends_of_friends: { label: audienceNames.friends_of_friends, icon: Waypoints, tone: 'fof' },
  specific: { label: audienceNames.specific, icon: UserRoundCheck, tone: 'specific' },
  private: { label: audienceNames.private, icon: Lock, tone: 'me' },
  public: { label: audienceNames.public, icon: Globe, tone: 'public' },
};

/** As the form offers them. */
export const offeredAudiences: readonly VisibilityType[] = ['friends', 'friends_of_friends', 'specific', 'private', 'public'];

/** Of these audiences there is more to say than their name. */
export const viewable: ReadonlySet<VisibilityType> = new Set(['friends', 'friends_of_friends', 'specific']);

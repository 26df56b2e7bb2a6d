import { Globe, Lock, type LucideIcon, UserRoundCheck, UsersRound, Waypoints } from 'lucide-react';
import type { Audience } from '../../../../schemas/posts/audience.ts';
import type { VisibilityType } from '../../../../schemas/posts/visibility.ts';
import { audienceNames } from '../../../text/audience.ts';
import type { ChipTone } from '../../../ui/forms/chip.tsx';

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

export const lookOf = ({ visibility_type }: Audience): AudienceLook => audiences[visibility_type];

/** In the order of the form. */
export const offeredAudiences: readonly VisibilityType[] = ['friends', 'friends_of_friends', 'specific', 'private', 'public'];

const viewable: ReadonlySet<VisibilityType> = new Set(['friends', 'friends_of_friends', 'specific']);

/** Whether there is more to show of this audience than its name. */
export const isViewable = ({ visibility_type }: Audience): boolean => viewable.has(visibility_type);

import { checkFriendDetail } from '../../../schemas/friends/friend-rules.ts';
import type { ConnectionKind } from '../../../workers/device/sync-status.ts';

export type FriendPhase = 'shown' | 'loading' | 'not-here' | 'failed' | 'not-found' | 'not-direct';

export interface FriendFacts {
  readonly isSignedInMember: boolean;
  /** whether their friendship row and their profile are stored; undefined until the local store has answered */
  readonly friendship: boolean | undefined;
  readonly profile: boolean | undefined;
  readonly storeFailed: boolean;
  readonly connection: ConnectionKind;
  /** whether all friendships and profiles have been fetched once */
  readonly filled: boolean;
}

/** What the page of a friend shows. Stored rows win. Only a device that has fetched all rows may say that there is none. */
export function friendPhase(facts: FriendFacts): FriendPhase {
  if (facts.storeFailed) return 'failed';
  if (facts.friendship === undefined || facts.profile === undefined) return 'loading';
  if (facts.friendship && facts.profile) return 'shown';
  const settled = facts.connection === 'live' || facts.connection === 'offline';
  // A friend who has blocked the signed-in member has a friendship row here but no profile: the page says that they do not exist.
  if (facts.filled && settled) {
    const verdict = checkFriendDetail({ areFriends: false, inNetwork: facts.profile && !facts.isSignedInMember });
    return !verdict.allowed && verdict.code === 'NOT_ALLOWED' ? 'not-direct' : 'not-found';
  }
  return facts.connection === 'offline' ? 'not-here' : 'loading';
}

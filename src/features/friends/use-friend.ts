import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useConnection } from '../../data/store/connection.ts';
import { useLiveDocument, useLiveQuery, useStore } from '../../data/store/local-store.tsx';
import { useBlocked } from './blocking/use-blocked.ts';
import { type FriendPhase, friendPhase } from './friend-phase.ts';

export interface FriendDetail {
  readonly profile: LocalRow<'profiles'>;
  readonly friendship: LocalRow<'friends'>;
  readonly email: string | undefined;
  /** the friend's own friendships, including the one with the signed-in member */
  readonly theirs: readonly LocalRow<'friends'>[];
}

export type FriendState =
  | { readonly phase: 'shown'; readonly detail: FriendDetail }
  /** a friend of a friend: only their profile is known */
  | { readonly phase: 'not-direct'; readonly profile: LocalRow<'profiles'> }
  | { readonly phase: Exclude<FriendPhase, 'shown' | 'not-direct'> };

/** A direct friend with their own friends, live. When the friendship ends, the page leaves the phase `shown`. */
export function useFriend(friendId: string): FriendState {
  const { userId } = useStore();
  const friendship = useLiveDocument('friends', friendRowId(userId, friendId));
  const profile = useLiveDocument('profiles', friendId);
  const contact = useLiveDocument('contacts', friendId);
  const theirs = useLiveQuery((store) => store.collections.friends.find({ selector: { user_id: friendId } }), [friendId]);
  const blocked = useBlocked();
  const { kind, filled } = useConnection();
  const phase = friendPhase({
    isSignedInMember: friendId === userId,
    // A blocked member is no friend from that moment.
    friendship: friendship.row === undefined || !blocked ? undefined : friendship.row !== null && !blocked.has(friendId),
    profile: profile.row === undefined || !blocked ? undefined : profile.row !== null && !blocked.has(friendId),
    storeFailed: [friendship, profile, contact, theirs].some(({ error }) => error !== undefined),
    connection: kind,
    filled: filled('friends') && filled('profiles'),
  });
  if (phase === 'not-direct') return profile.row ? { phase, profile: profile.row } : { phase: 'loading' };
  if (phase !== 'shown') return { phase };
  if (!friendship.row || !profile.row || !theirs.rows) return { phase: 'loading' };
  return {
    phase,
    detail: { profile: profile.row, friendship: friendship.row, email: contact.row?.email, theirs: theirs.rows },
  };
}

import { useCallback, useMemo } from 'react';
import { type Standing, standingOf } from '../../../schemas/friends/standing.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { useInvitations } from './invitations/use-invitations.ts';
import { useFriends } from './use-friends.ts';

export interface PersonStanding {
  readonly standing: Standing;
  /** the open invitation between the two, if there is one */
  readonly invitation?: LocalRow<'invitations'> | undefined;
}

/** How each person is related to the signed-in member, live; undefined until the local store has answered. */
export function useStandings(): ((userId: string) => PersonStanding) | undefined {
  const { userId: own } = useStore();
  const friends = useFriends();
  const invitations = useInvitations();
  const facts = useMemo(
    () =>
      friends &&
      invitations && {
        friends: new Set(friends.map((row) => row.friend_id)),
        sent: new Map(invitations.sent.map((row) => [row.receiver_user_id, row])),
        received: new Map(invitations.received.map((row) => [row.inviter_id, row])),
      },
    [friends, invitations],
  );
  const relationTo = useCallback(
    (userId: string): PersonStanding => {
      const sent = facts?.sent.get(userId);
      const received = facts?.received.get(userId);
      const standing = standingOf({
        isSelf: userId === own,
        alreadyFriends: facts?.friends.has(userId) === true,
        alreadySent: sent !== undefined,
        alreadyReceived: received !== undefined,
      });
      return { standing, invitation: standing === 'invited' ? sent : standing === 'invited-you' ? received : undefined };
    },
    [facts, own],
  );
  return facts && relationTo;
}

import { useEffect, useState } from 'react';
import { usePeople } from '../../people/use-people.ts';
import { useInvitations } from './use-invitations.ts';

/**
 * The server has accepted the answer, but the new friend has not arrived yet. For this long no page says that the member has no friends.
 */
const ON_ITS_WAY_MS = 5000;

export interface FirstInvitation {
  /**
   * `waits`: the invitation needs the signed-in member's answer. `accepted`: the friend is on the way to this device. `asked`: the member
   * came by a link, and its maker has not answered yet.
   */
  readonly state: 'waits' | 'accepted' | 'asked';
  readonly name: string;
  /** whether the inviter has no free seat */
  readonly full: boolean;
}

/** The invitation that pages mention to a member without friends; undefined if there is none. */
export function useFirstInvitation(): FirstInvitation | undefined {
  const personOf = usePeople();
  const invitations = useInvitations();
  const received = invitations?.received;
  const accepted = received?.find(({ status }) => status === 'accepted');
  const [last, setLast] = useState(accepted);
  useEffect(() => {
    if (accepted) setLast(accepted);
    else if (last) {
      const timer = setTimeout(() => setLast(undefined), ON_ITS_WAY_MS);
      return () => clearTimeout(timer);
    }
  }, [accepted, last]);
  const waits = received?.find(({ status }) => status === 'pending');
  const row = waits ?? accepted ?? last;
  const asked = invitations?.sent.find(({ receiver_user_id }) => receiver_user_id !== null);
  if (!row && asked?.receiver_user_id) {
    const them = { name: asked.receiver_name, imageUrl: asked.receiver_profile_image_url };
    return { state: 'asked', name: personOf(asked.receiver_user_id, them).name, full: false };
  }
  if (!row) return undefined;
  const { name } = personOf(row.inviter_id, { name: row.inviter_name, imageUrl: row.inviter_profile_image_url });
  return { state: waits ? 'waits' : 'accepted', name, full: waits?.seat === 'taken' };
}

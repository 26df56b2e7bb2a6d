import { useCallback } from 'react';
import { useOffline } from '../../data/connection.ts';
import { friendText, inviteFormRefusal } from '../../text/friends.ts';
import { notify } from '../../ui/toast.ts';
import { useWrite } from '../outbox/use-write.ts';
import { inviteMember } from './write-invitation.ts';

export interface InvitedPerson {
  readonly id: string;
  readonly name: string;
  readonly imageUrl: string | null;
}

/** Invites another member. Only screen readers read out the success, because others see it beside that member. */
export function useInviteMember(): (person: InvitedPerson) => Promise<void> {
  const write = useWrite();
  const offline = useOffline();
  return useCallback(
    async (person) => {
      const invited = await write(
        (store) => inviteMember(store, person),
        friendText.requestFailed,
        (code) => notify.error(inviteFormRefusal(code)),
      );
      if (invited) notify.said(offline ? friendText.inviteSaved : friendText.requestSent);
    },
    [write, offline],
  );
}

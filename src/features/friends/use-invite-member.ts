import { useCallback } from 'react';
import { useOffline } from '../../data/connection.ts';
import { useStore } from '../../data/local-store.tsx';
import { friendText, inviteFormRefusal } from '../../text/friends.ts';
import { notify } from '../../ui/toast.ts';
import { inviteMember } from './write-invitation.ts';

export interface InvitedPerson {
  readonly id: string;
  readonly name: string;
  readonly imageUrl: string | null;
}

/** Invites somebody whom one has met here, and says how that went; that they are invited shows beside them. */
export function useInviteMember(): (person: InvitedPerson) => Promise<void> {
  const store = useStore();
  const offline = useOffline();
  return useCallback(
    async (person) => {
      try {
        const verdict = await inviteMember(store, person);
        if (!verdict.allowed) notify.error(inviteFormRefusal(verdict.code));
        else if (offline) notify.said(friendText.inviteSaved);
        else notify.said(friendText.requestSent);
      } catch {
        notify.error(friendText.requestFailed);
      }
    },
    [store, offline],
  );
}

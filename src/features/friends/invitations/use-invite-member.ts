import { useCallback } from 'react';
import type { LocalStore } from '../../../data/store/local-store.tsx';
import { writeOutcome } from '../../../data/store/write-outcome.ts';
import { friendText, inviteFormRefusal } from '../../../text/friends.ts';
import { notify } from '../../../ui/overlays/toast.ts';
import { useWrite } from '../../outbox/use-write.ts';
import { inviteMember, newInvitationId } from './write-invitation.ts';

export interface InvitedPerson {
  readonly id: string;
  readonly name: string;
  readonly imageUrl: string | null;
}

/**
 * Invites another member. Only screen readers read out the success, because others see it beside that member. A refusal by the server is
 * shown among the refused writes.
 */
export function useInviteMember(): (person: InvitedPerson) => Promise<void> {
  const write = useWrite();
  return useCallback(
    async (person) => {
      const id = newInvitationId();
      const invite = async (store: LocalStore) => {
        const verdict = await inviteMember(store, person, id);
        if (verdict.allowed) void sayOutcome(store, id);
        return verdict;
      };
      await write(invite, friendText.requestFailed, (code) => notify.error(inviteFormRefusal(code)));
    },
    [write],
  );
}

async function sayOutcome(store: LocalStore, id: string): Promise<void> {
  const outcome = await writeOutcome(store, 'invitations', id);
  if (outcome === 'accepted') notify.said(friendText.requestSent);
  else if (outcome === 'waits') notify.said(friendText.inviteSaved);
}

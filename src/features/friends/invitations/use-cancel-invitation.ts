import { useCallback } from 'react';
import { friendText } from '../../../text/friends.ts';
import { notify } from '../../../ui/overlays/toast.ts';
import { useWrite } from '../../outbox/use-write.ts';
import { cancelInvitation } from './write-invitation.ts';

/** Takes an invitation back. Only screen readers read out the success, because others see that it has left the list. */
export function useCancelInvitation(): (id: string) => Promise<void> {
  const write = useWrite();
  return useCallback(
    async (id) => {
      const cancelled = await write((store) => cancelInvitation(store, id), friendText.inviteCancelFailed);
      if (cancelled) notify.said(friendText.inviteCancelled);
    },
    [write],
  );
}

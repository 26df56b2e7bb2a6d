import { useCallback } from 'react';
import { useStore } from '../../data/local-store.tsx';
import { messages } from '../../text/messages.ts';
import { refusalText } from '../../text/refusal-text.ts';
import { notify } from '../../ui/toast.ts';
import { cancelInvitation } from './write-invitation.ts';

/** Takes an invitation back, and says how that went; that it is gone shows where it stood. */
export function useCancelInvitation(): (id: string) => Promise<void> {
  const store = useStore();
  return useCallback(
    async (id) => {
      try {
        const verdict = await cancelInvitation(store, { userId: store.userId }, id);
        if (verdict.allowed) notify.said(messages.INVITATION_CANCELLED);
        else notify.error(refusalText[verdict.code]);
      } catch {
        notify.error(messages.INVITATION_CANCEL_FAILED);
      }
    },
    [store],
  );
}

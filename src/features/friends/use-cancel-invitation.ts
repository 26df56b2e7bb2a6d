import { useCallback } from 'react';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { useStore } from '../../data/local-store.tsx';
import { friendText } from '../../text/friends.ts';
import { notify } from '../../ui/toast.ts';
import { cancelInvitation } from './write-invitation.ts';

/** Takes an invitation back, and says how that went; that it is gone shows where it stood. */
export function useCancelInvitation(): (id: string) => Promise<void> {
  const store = useStore();
  return useCallback(
    async (id) => {
      try {
        const verdict = await cancelInvitation(store, id);
        if (verdict.allowed) notify.said(friendText.inviteCancelled);
        else notify.error(refusalWording[verdict.code]);
      } catch {
        notify.error(friendText.inviteCancelFailed);
      }
    },
    [store],
  );
}

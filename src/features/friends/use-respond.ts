import { useCallback } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useStore } from '../../data/local-store.tsx';
import { refusalText } from '../../text/refusal-text.ts';
import { notify } from '../../ui/toast.ts';
import { respondToInvitation } from './write-invitation.ts';

/** Answers an invitation and says how that went. */
export function useRespond(): (id: string, answer: 'accepted' | 'declined') => void {
  const store = useStore();
  const offline = useConnection().kind === 'offline';
  return useCallback(
    (id, answer) => {
      respondToInvitation(store, { userId: store.userId }, id, answer).then(
        (verdict) => {
          if (!verdict.allowed) notify.error(refusalText[verdict.code]);
          else if (offline) notify.info('Saved. Your answer is sent when you are back online.');
          else notify.success(`Invitation ${answer} successfully!`);
        },
        () => notify.error(`Failed to ${answer} invitation`),
      );
    },
    [store, offline],
  );
}

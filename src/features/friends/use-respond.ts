import { useCallback } from 'react';
import { markReadWhere } from '../../data/change-notifications.ts';
import type { LocalStore } from '../../data/local-store.tsx';
import { writeOutcome } from '../../data/write-outcome.ts';
import { friendText } from '../../text/friends.ts';
import { notify } from '../../ui/toast.ts';
import { useWrite } from '../outbox/use-write.ts';
import { respondToInvitation } from './write-invitation.ts';

/**
 * Answers an invitation: into the circle, or into a group with another `respond`. Once the server has accepted the answer, only screen
 * readers read that out. A refused answer is shown among the refused writes, so it gets no message here.
 */
export function useRespond(
  respond: typeof respondToInvitation = respondToInvitation,
): (id: string, answer: 'accepted' | 'declined') => void {
  const write = useWrite();
  return useCallback(
    (id, answer) => {
      const act = async (store: LocalStore) => {
        const verdict = await respond(store, id, answer);
        if (!verdict.allowed) return verdict;
        // A member who has answered has read the notification.
        markReadWhere(store, (row) => row.related_invitation_id === id).catch((error: unknown) =>
          console.error('A notification could not be marked read', error),
        );
        const outcome = await writeOutcome(store, 'invitations', id);
        // The row, card and screen show it. This message is for members who cannot see them.
        if (outcome === 'waits') notify.said(friendText.answerSaved);
        else if (outcome === 'accepted') notify.said(friendText.answered({ answer }));
        return verdict;
      };
      void write(act, friendText.answerFailed({ answer }));
    },
    [write, respond],
  );
}

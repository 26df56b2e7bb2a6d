import { useCallback } from 'react';
import { markReadWhere } from '../../data/change-notifications.ts';
import type { LocalStore } from '../../data/local-store.tsx';
import { writeOutcome } from '../../data/write-outcome.ts';
import { friendText } from '../../text/friends.ts';
import { notify } from '../../ui/toast.ts';
import { useWrite } from '../outbox/use-write.ts';
import { respondToInvitation } from './write-invitation.ts';

/**
 * Answers an invitation, into one's circle or by another `respond` into a group, and says how that went, once: success when the server
 * has accepted the answer, to screen readers alone. That it refused one stands among what was refused, and is not said here too.
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
        // Who has answered has read what they were told of it.
        markReadWhere(store, (row) => row.related_invitation_id === id).catch((error: unknown) =>
          console.error('A notification could not be marked read', error),
        );
        const outcome = await writeOutcome(store, 'invitations', id);
        // Row, card and screen show it: it is said to those who do not see them.
        if (outcome === 'waits') notify.said(friendText.answerSaved);
        else if (outcome === 'accepted') notify.said(friendText.answered({ answer }));
        return verdict;
      };
      void write(act, friendText.answerFailed({ answer }));
    },
    [write, respond],
  );
}

import { useCallback } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useStore } from '../../data/local-store.tsx';
import { messages, templates } from '../../text/messages.ts';
import { refusalText } from '../../text/refusal-text.ts';
import { notify } from '../../ui/toast.ts';
import { markReadWhere } from '../notifications/change-notifications.ts';
import { respondToInvitation } from './write-invitation.ts';

/** Answers an invitation, into one's circle or by another `write` into a group, and says how that went. */
export function useRespond(write: typeof respondToInvitation = respondToInvitation): (id: string, answer: 'accepted' | 'declined') => void {
  const store = useStore();
  const offline = useConnection().kind === 'offline';
  return useCallback(
    (id, answer) => {
      write(store, { userId: store.userId }, id, answer).then(
        (verdict) => {
          if (!verdict.allowed) {
            notify.error(refusalText[verdict.code]);
            return;
          }
          // Who has answered has read what they were told of it.
          markReadWhere(store, (row) => row.related_invitation_id === id).catch((error: unknown) =>
            console.error('A notification could not be marked read', error),
          );
          if (offline) notify.info(messages.INVITATION_ANSWER_SAVED);
          else notify.success(templates.INVITATION_ANSWERED({ answer }));
        },
        () => notify.error(templates.INVITATION_ANSWER_FAILED({ answer })),
      );
    },
    [store, offline, write],
  );
}

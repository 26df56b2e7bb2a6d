import { useCallback } from 'react';
import type { RefusalCode } from '../../../../schemas/base/refusal.ts';
import { refusalWording } from '../../../../schemas/wording/refusal-wording.ts';
import { discardRefused } from '../../../data/outbox.ts';
import { markReadWhere } from '../../../data/store/change-notifications.ts';
import { type LocalStore, useStoreForAct } from '../../../data/store/local-store.tsx';
import { writeAnswer } from '../../../data/store/write-outcome.ts';
import { friendText } from '../../../text/friends.ts';
import { notify } from '../../../ui/overlays/toast.ts';
import { answeredHere } from '../../outbox/answered-here.ts';
import { isFullTable, showFullTable } from '../../outbox/full-table.ts';
import { useWrite } from '../../outbox/use-write.ts';
import { respondToInvitation } from './write-invitation.ts';

/** Resolves to the reason if every seat is taken, at the inviter's table or at the member's own. */
export type Respond = (id: string, answer: 'accepted' | 'declined') => Promise<RefusalCode | undefined>;

/**
 * Answers an invitation: into the circle, or into a group with another `respond`. Once the server has accepted the answer, only screen
 * readers read that out. If the inviter has no free seat, the invitation itself says so. Any other refused answer is shown among the refused
 * writes, so it gets no message here.
 */
export function useRespond(respond: typeof respondToInvitation = respondToInvitation): Respond {
  const write = useWrite();
  const storeForAct = useStoreForAct();
  return useCallback(
    async (id, answer) => {
      const act = async (held: LocalStore) => {
        const verdict = await respond(held, id, answer);
        if (!verdict.allowed) return verdict;
        // A member who has answered has read the notification.
        markReadWhere(held, (row) => row.related_invitation_id === id).catch((error: unknown) =>
          console.error('A notification could not be marked read', error),
        );
        return verdict;
      };
      let full: RefusalCode | undefined;
      const refuse = (code: RefusalCode) => {
        if (code !== 'CIRCLE_FULL') return notify.error(refusalWording[code]);
        full = code;
        showFullTable(code);
      };
      answeredHere.add(id);
      try {
        if (!(await write(act, friendText.answerFailed({ answer }), refuse))) return full;
        const store = await storeForAct();
        const outcome = await writeAnswer(store, 'invitations', id);
        // The row, card and screen show it. This message is for members who cannot see them.
        if (outcome === 'waits') notify.said(friendText.answerSaved);
        else if (outcome === 'accepted') notify.said(friendText.answered({ answer }));
        else if (isFullTable(outcome)) {
          await discardRefused(store, outcome.write_id);
          // The row says it of the inviter's table.
          if (outcome.code === 'CIRCLE_FULL') showFullTable(outcome.code);
          return outcome.code;
        }
      } finally {
        answeredHere.delete(id);
      }
      return undefined;
    },
    [write, storeForAct, respond],
  );
}

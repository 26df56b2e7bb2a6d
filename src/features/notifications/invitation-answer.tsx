import type { RefObject } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { notificationsText } from '../../text/notifications.ts';
import { AnswerButtons, AnswerPair } from '../friends/answer-buttons.tsx';
import { useRespond } from '../friends/use-respond.ts';
import { respondToGroupInvitation } from '../groups/write-group-invitation.ts';
import { PendingLine, usePendingMark } from '../outbox/pending-line.tsx';
import type { AnswerState } from './answer-state.ts';
import styles from './invitation-answer.module.css';

export interface InvitationAnswerProps {
  readonly state: AnswerState;
  /** undefined where the group that one is in has taken its place */
  readonly invitation: LocalRow<'invitations'> | undefined;
  /** who would like one at their table */
  readonly name: string;
  /** where the focus goes when the buttons do */
  readonly returnTo: RefObject<HTMLElement | null>;
}

/** Accept and Decline below an invitation; once it is answered, here or elsewhere, what the answer was. */
export function InvitationAnswer({ state, invitation, name, returnTo }: InvitationAnswerProps) {
  const respond = useRespond();
  const respondToGroup = useRespond(respondToGroupInvitation);
  if (state !== 'open' || !invitation) {
    return (
      <div className={styles.answered}>
        {state === 'declined' ? notificationsText.youDeclined : notificationsText.youAccepted}
        {invitation && <Waits invitation={invitation} />}
      </div>
    );
  }
  const answerBy = (write: typeof respond) => (answer: 'accepted' | 'declined') => {
    returnTo.current?.focus();
    write(invitation.id, answer);
  };
  return (
    <div className={styles.buttons}>
      {invitation.kind === 'group' ? (
        <AnswerPair
          invitation={notificationsText.toGroup(invitation.group_name ?? notificationsText.aGroup)}
          onAnswer={answerBy(respondToGroup)}
        />
      ) : (
        <AnswerButtons name={name} onAnswer={answerBy(respond)} />
      )}
    </div>
  );
}

function Waits({ invitation }: { readonly invitation: LocalRow<'invitations'> }) {
  return usePendingMark(invitation) ? <PendingLine short /> : null;
}

import type { RefObject } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { notificationsText } from '../../text/notifications.ts';
import { AnswerButtons, AnswerPair } from '../friends/invitations/answer-buttons.tsx';
import { useRespond } from '../friends/invitations/use-respond.ts';
import { respondToGroupInvitation } from '../groups/write-group-invitation.ts';
import { PendingLine, usePendingMark } from '../outbox/pending-line.tsx';
import type { AnswerState } from './answer-state.ts';
import styles from './invitation-answer.module.css';

export interface InvitationAnswerProps {
  readonly state: AnswerState;
  /** undefined if the invitation was replaced by the membership */
  readonly invitation: LocalRow<'invitations'> | undefined;
  /** the name of the inviter */
  readonly name: string;
  /** takes the focus when the buttons disappear */
  readonly returnTo: RefObject<HTMLElement | null>;
}

/** Accept and Decline below an invitation. After an answer, here or on another device, it shows the answer. */
export function InvitationAnswer({ state, invitation, name, returnTo }: InvitationAnswerProps) {
  const respond = useRespond();
  const respondToGroup = useRespond(respondToGroupInvitation);
  if (state !== 'open' || !invitation) {
    return (
      <div className={`wrap small ${styles.answered}`}>
        {state === 'declined' ? notificationsText.youDeclined : notificationsText.youAccepted}
        {invitation && <Waits invitation={invitation} />}
      </div>
    );
  }
  const answerBy = (write: typeof respond) => (answer: 'accepted' | 'declined') => {
    returnTo.current?.focus();
    void write(invitation.id, answer);
  };
  return (
    <div className={`wrap gap-2 ${styles.buttons}`}>
      {invitation.kind === 'group' ? (
        <AnswerPair
          invitation={notificationsText.toGroup(invitation.group_name ?? notificationsText.aGroup)}
          onAnswer={answerBy(respondToGroup)}
        />
      ) : (
        <AnswerButtons invitation={invitation} name={name} onAnswer={answerBy(respond)} />
      )}
    </div>
  );
}

function Waits({ invitation }: { readonly invitation: LocalRow<'invitations'> }) {
  return usePendingMark(invitation) ? <PendingLine short /> : null;
}

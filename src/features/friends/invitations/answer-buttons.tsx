import { useId, useRef } from 'react';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { friendText } from '../../../text/friends.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { useIsFull } from '../use-is-full.ts';
import styles from './answer-buttons.module.css';
import { useWaitForSeat } from './use-wait-for-seat.ts';

type OnAnswer = (answer: 'accepted' | 'declined') => void;

/**
 * Accepts or declines a friend invitation. Screen readers hear the sender's name with each button. If every seat of the member is taken,
 * accepting is disabled and the reason is shown. If every seat of the inviter is taken, the member can ask to be notified of a free one.
 */
export function AnswerButtons({
  invitation,
  name,
  onAnswer,
}: {
  readonly invitation: LocalRow<'invitations'>;
  readonly name: string;
  readonly onAnswer: OnAnswer;
}) {
  const full = useIsFull();
  if (invitation.seat === 'taken') return <WhenFree invitation={invitation} name={name} onAnswer={onAnswer} />;
  return <AnswerPair invitation={friendText.by(name)} whyNot={full ? friendText.acceptWhenFree : undefined} onAnswer={onAnswer} />;
}

/** `Every seat at Hanna's table is taken.` */
export const SeatsTaken = ({ name }: { readonly name: string }) => (
  <>
    {friendText.everySeatAt} <bdi>{name}</bdi>
    {friendText.tableIsTaken}
  </>
);

function WhenFree({ invitation: { id, waits_for_seat: waits }, name, onAnswer }: Parameters<typeof AnswerButtons>[0]) {
  const wait = useWaitForSeat();
  const why = useRef<HTMLSpanElement>(null);
  const press = () => {
    // The button goes.
    why.current?.focus();
    void wait(id);
  };
  return (
    <>
      {!waits && (
        <Button size="small" variant="primary" aria-label={friendText.tellMeAt(name)} onClick={press}>
          {friendText.tellMe}
        </Button>
      )}
      <Button size="small" variant="soft" aria-label={friendText.declineBy(friendText.by(name))} onClick={() => onAnswer('declined')}>
        {friendText.decline}
      </Button>
      <span ref={why} tabIndex={-1} className={`small ${styles.why}`}>
        <SeatsTaken name={name} /> {waits ? friendText.willBeNotified : friendText.invitationWaits}
      </span>
    </>
  );
}

/** Accept and Decline. `invitation` says who sent it or which group it is for. `whyNot` says why it cannot be accepted now. */
export function AnswerPair({
  invitation,
  whyNot,
  onAnswer,
}: {
  readonly invitation: string;
  readonly whyNot?: string | undefined;
  readonly onAnswer: OnAnswer;
}) {
  const why = useId();
  return (
    <>
      <Button
        size="small"
        variant="primary"
        disabled={whyNot !== undefined}
        aria-label={friendText.acceptBy(invitation)}
        aria-describedby={whyNot === undefined ? undefined : why}
        onClick={() => onAnswer('accepted')}
      >
        {friendText.accept}
      </Button>
      <Button size="small" variant="soft" aria-label={friendText.declineBy(invitation)} onClick={() => onAnswer('declined')}>
        {friendText.decline}
      </Button>
      {whyNot !== undefined && (
        <span id={why} className={`small ${styles.why}`}>
          {whyNot}
        </span>
      )}
    </>
  );
}

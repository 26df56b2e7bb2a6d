import { useId } from 'react';
import { friendText } from '../../text/friends.ts';
import { Button } from '../../ui/button.tsx';
import styles from './answer-buttons.module.css';
import { useIsFull } from './use-is-full.ts';

type OnAnswer = (answer: 'accepted' | 'declined') => void;

/**
 * Accepts or declines a friend invitation. Screen readers hear the sender's name with each button. If every seat is taken, accepting is
 * disabled and the reason is shown.
 */
export function AnswerButtons({ name, onAnswer }: { readonly name: string; readonly onAnswer: OnAnswer }) {
  return <AnswerPair invitation={friendText.by(name)} whyNot={useIsFull() ? friendText.acceptWhenFree : undefined} onAnswer={onAnswer} />;
}

/** Accept and Decline. `invitation` says who sent it or which group it is for. `explainRefusal` says why it cannot be accepted now. */
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
        <span id={why} className={styles.why}>
          {whyNot}
        </span>
      )}
    </>
  );
}

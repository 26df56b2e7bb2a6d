import { useId } from 'react';
import { messages } from '../../text/messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './answer-buttons.module.css';
import { useIsFull } from './use-is-full.ts';

/**
 * Accept or decline an invitation to be friends; said with its sender's name to those who do not see it beside the buttons. With every
 * seat taken accepting is not possible, and that is said in its place.
 */
export function AnswerButtons({ name, onAnswer }: { readonly name: string; readonly onAnswer: (answer: 'accepted' | 'declined') => void }) {
  const full = useIsFull();
  const why = useId();
  return (
    <>
      <Button
        size="small"
        variant="primary"
        disabled={full}
        aria-label={`Accept the invitation of ${name}`}
        aria-describedby={full ? why : undefined}
        onClick={() => onAnswer('accepted')}
      >
        Accept
      </Button>
      <Button size="small" variant="soft" aria-label={`Decline the invitation of ${name}`} onClick={() => onAnswer('declined')}>
        Decline
      </Button>
      {full && (
        <span id={why} className={styles.why}>
          {messages.ACCEPT_WHEN_FREE}
        </span>
      )}
    </>
  );
}

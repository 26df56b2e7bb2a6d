import type { RefObject } from 'react';
import { notificationsText } from '../../text/notifications.ts';
import { Button } from '../../ui/forms/button.tsx';
import { useUnfriend } from '../friends/use-unfriend.tsx';
import styles from './invitation-answer.module.css';

/** Ends, after a question, the friendship with a person who came by a link that made them a friend at once. */
export function RemoveFriend({
  friendId,
  name,
  returnTo,
}: {
  readonly friendId: string;
  readonly name: string;
  /** takes the focus when the button disappears */
  readonly returnTo: RefObject<HTMLElement | null>;
}) {
  const { ask, question } = useUnfriend({ friendId, name, onDone: () => returnTo.current?.focus() });
  return (
    <div className={`wrap gap-2 ${styles.buttons}`}>
      <Button size="small" variant="soft" aria-label={notificationsText.removeWho(name)} onClick={ask}>
        {notificationsText.remove}
      </Button>
      {question}
    </div>
  );
}

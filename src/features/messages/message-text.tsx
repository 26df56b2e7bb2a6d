import { messageText } from '../../text/messages.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import styles from './message-row.module.css';
import type { Message } from './use-messages.ts';

/** One line of a message for places that only mention it. A message that must not be shown says why. */
export function messageSnippet(message: Pick<Message, 'is_deleted' | 'content'> | null | undefined, blocked: boolean): string {
  if (message === null) return messageText.notHere;
  if (message === undefined) return '';
  if (blocked) return messageText.blocked;
  return message.is_deleted ? messageText.deleted : message.content;
}

/** The text of a message, in its own writing direction. */
export function MessageText({ message }: { readonly message: Pick<Message, 'content' | 'edited_at'> }) {
  return (
    <p className={styles.text} dir="auto">
      <LinkedText text={message.content} />
      {message.edited_at && <span className={styles.edited}> {messageText.edited}</span>}
    </p>
  );
}

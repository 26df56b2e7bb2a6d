import type { ReactNode } from 'react';
import { messageText } from '../../text/messages.ts';
import { mentionedAs } from '../../text/photos.ts';
import { WrittenText } from '../../ui/written-text.tsx';
import styles from './message-row.module.css';
import type { Message } from './use-messages.ts';

/** One line of a message for places that only mention it. A message that must not be shown says why. */
export function messageSnippet(message: Pick<Message, 'is_deleted' | 'content' | 'photos'> | null | undefined, blocked: boolean): string {
  if (message === null) return messageText.notHere;
  if (message === undefined) return '';
  if (blocked) return messageText.blocked;
  return message.is_deleted ? messageText.deleted : mentionedAs(message);
}

/** The photo beside such a line: the first one of a message that is shown. */
export const snippetPhoto = (
  message: Pick<Message, 'is_deleted' | 'photos'> | null | undefined,
  blocked: boolean,
): Message['photos'][number] | undefined => (message && !blocked && !message.is_deleted ? message.photos[0] : undefined);

/** The text of a message, in its own writing direction, and its time at the end of the last line that has space for it. */
export function MessageText({ message, time }: { readonly message: Pick<Message, 'content' | 'edited_at'>; readonly time: ReactNode }) {
  return (
    <p className={styles.text} dir="auto">
      <WrittenText text={message.content} />
      {message.edited_at && <span className={styles.edited}> {messageText.edited}</span>}
      {/* a space, for those who hear or copy it */}
      {time && ' '}
      {time}
    </p>
  );
}

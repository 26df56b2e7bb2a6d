import { useLiveDocument } from '../../data/store/local-store.tsx';
import { messageText } from '../../text/messages.ts';
import { SmallPhoto } from '../../ui/photos/small-photo.tsx';
import type { PersonOf } from '../people/use-people.ts';
import styles from './message-quote.module.css';
import { messageSnippet, snippetPhoto } from './message-text.tsx';
import type { Message } from './use-messages.ts';

export interface QuoteProps {
  readonly messageId: string;
  /** the replied message, if the screen has it already */
  readonly message: Message | undefined;
  readonly personOf: PersonOf;
  readonly blocked: ReadonlySet<string>;
  readonly onJump: (messageId: string) => void;
}

/**
 * The message that another one replies to, read from its row. It always takes two lines, so that nothing moves when the row is found.
 * Pressing it jumps there.
 */
export function MessageQuote({ messageId, message, personOf, blocked, onJump }: QuoteProps) {
  const { row } = useLiveDocument('group_messages', message ? null : messageId);
  const quoted = message ?? row;
  const hidden = quoted ? blocked.has(quoted.sender_id) : false;
  const photo = snippetPhoto(quoted, hidden);
  const sender = quoted && personOf(quoted.sender_id, { name: quoted.sender_name, imageUrl: null });
  return (
    <button type="button" className={styles.quote} data-message-part="" onClick={() => onJump(messageId)} disabled={!quoted}>
      <span className="visually-hidden">{messageText.replyTo} </span>
      <span className={styles.words}>
        <span className={`cut ${styles.name}`}>{sender && !hidden ? sender.name : '\u00a0'}</span>
        <span className="cut" dir="auto">
          {messageSnippet(quoted, hidden) || '\u00a0'}
        </span>
      </span>
      {photo && <SmallPhoto photo={photo} className={styles.photo} />}
    </button>
  );
}

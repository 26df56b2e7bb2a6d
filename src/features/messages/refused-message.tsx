import { useMemo, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { blankMessage, groupMessage } from '../../../schemas/messages/group-message.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import type { Refused } from '../../data/outbox.ts';
import { discardRefused, useRefused } from '../../data/outbox.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { commonText } from '../../text/common.ts';
import { messageText } from '../../text/messages.ts';
import { PhotoGrid } from '../../ui/photos/photo-grid.tsx';
import { refusedText } from '../outbox/refused-target.ts';
import { useWrite } from '../outbox/use-write.ts';
import rowStyles from './message-row.module.css';
import styles from './refused-message.module.css';
import type { Message } from './use-messages.ts';
import { editMessage, sendMessage } from './write-message.ts';

/** New or edited messages of a group that the server refused, with their text; oldest first. */
export function useRefusedMessages(groupId: string): readonly Refused[] {
  const all = useRefused();
  return useMemo(
    () =>
      all.filter(
        (entry) => entry.collection === 'group_messages' && entry.document.group_id === groupId && refusedText(entry) !== undefined,
      ),
    [all, groupId],
  );
}

/** A refused message at its place in the chat: to send again or to discard. */
export function RefusedMessage({ refused, standing }: { readonly refused: Refused; readonly standing: Message | undefined }) {
  const store = useStore();
  const write = useWrite();
  const written = groupMessage.readText(refused.document, { ...blankMessage, content: refusedText(refused) ?? '' });
  // Chosen once: however often it is sent again, it is one message.
  const [id] = useState<string>(uuid);
  const retry = () =>
    write(async () => {
      // The server has refused the write, so this sends a new one. If the replied message no longer exists, the reply target is dropped.
      const { reply_to_id, group_id } = refused.document;
      const replyTo = typeof reply_to_id === 'string' && refused.code !== 'MESSAGE_NOT_FOUND' ? reply_to_id : null;
      const verdict = standing
        ? await editMessage(store, standing.id, written)
        : await sendMessage(store, String(group_id), { id, text: written, replyTo });
      if (verdict.allowed) await discardRefused(store, refused.write_id);
      return verdict;
    }, messageText.sendFailed);
  return (
    <div className={rowStyles.row}>
      <div className={rowStyles.message} data-own="">
        <div className={rowStyles.line}>
          <div className={`${rowStyles.bubble} ${styles.failed}`}>
            {standing && <p className={rowStyles.edited}>{messageText.changeOf}</p>}
            {written.photos.length > 0 && <PhotoGrid photos={written.photos} from={null} />}
            {written.content !== '' && (
              <p className={rowStyles.text} dir="auto">
                {written.content}
              </p>
            )}
          </div>
        </div>
        <p className={styles.line} role="status">
          <span className="visually-hidden">{refusalWording[refused.code]} </span>
          <span title={refusalWording[refused.code]}>{messageText.notSent} </span>
          <button type="button" className={styles.act} onClick={() => void retry()}>
            {commonText.retry}
          </button>
          <button type="button" className={styles.act} onClick={() => void discardRefused(store, refused.write_id)}>
            {commonText.discard}
          </button>
        </p>
      </div>
    </div>
  );
}

import { ArrowUp, Check, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { groupMessage, type MessageText } from '../../../schemas/messages/group-message.ts';
import { MESSAGE_CONTENT_MAX } from '../../../schemas/messages/message-limits.ts';
import { useLiveDocument, useStore } from '../../data/store/local-store.tsx';
import { commonText } from '../../text/common.ts';
import { messageText } from '../../text/messages.ts';
import { Composer } from '../../ui/forms/composer.tsx';
import { IconButton } from '../../ui/forms/icon-button.tsx';
import { useSendInTurn } from '../../ui/forms/use-send-in-turn.ts';
import { useDroppedImages } from '../../ui/images/use-dropped-images.ts';
import { SmallPhoto } from '../../ui/photos/small-photo.tsx';
import { OtherDrafts } from '../outbox/other-drafts.tsx';
import { type StoreWrite, useWrite } from '../outbox/use-write.ts';
import type { PersonOf } from '../people/use-people.ts';
import { PhotoAdder } from '../photos/compose/photo-adder.tsx';
import { PhotoStrip } from '../photos/compose/photo-strip.tsx';
import { useChosenPhotos, useOthersOnceSettled } from '../photos/compose/use-chosen-photos.ts';
import styles from './message-composer.module.css';
import { canSendMessage, messageCounter } from './message-length.ts';
import { messageSnippet, snippetPhoto } from './message-text.tsx';
import type { UseChatDraft } from './use-chat-draft.ts';
import { editMessage, sendMessage } from './write-message.ts';

export interface MessageComposerProps {
  readonly groupId: string;
  readonly draft: UseChatDraft;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly personOf: PersonOf;
  readonly blocked: ReadonlySet<string>;
  /** called when a message was added to the end */
  readonly onSent: () => void;
}

/**
 * The field at the end of a chat: a new message with its reply target, or the edit of an existing message. Enter sends, also on a touch
 * keyboard. A button beside the field starts a new line.
 */
export function MessageComposer({ groupId, draft, field, personOf, blocked, onSent }: MessageComposerProps) {
  const { userId } = useStore();
  const write = useWrite();
  const { edit, replyTo } = draft.value;
  const { text, photos } = edit ?? draft.value;
  const written: MessageText = { content: text, photos };
  const about = useLiveDocument('group_messages', edit?.id ?? replyTo).row;
  const type = (next: string) => draft.save(edit ? { edit: { ...edit, text: next } } : { text: next });
  const chosen = useChosenPhotos(photos, draft.photosOf(edit?.id));
  const others = useOthersOnceSettled(draft.others, chosen);
  const dropping = useDroppedImages(chosen.add);
  const ready = canSendMessage(written) && chosen.working === 0 && !(edit && about && groupMessage.sameText(written, about));
  const counter = messageCounter(text);

  const stop = () => draft.save(edit ? { edit: null } : { replyTo: null });

  const act = async (change: StoreWrite, done: () => void, failed: string) => {
    if (await write(change, failed)) done();
    field.current?.focus();
  };
  const send = useSendInTurn([text, ...photos.map(({ id }) => id)].join(' '), async () => {
    if (!ready) return;
    if (edit) {
      const { id } = edit;
      await act(
        (store) => editMessage(store, id, written),
        () => draft.save({ edit: null }),
        messageText.editFailed,
      );
      return;
    }
    const sent = () => {
      // Text typed while this message was being stored belongs to the next message.
      const typed = field.current?.value ?? text;
      if (typed === text) void draft.discard();
      else draft.save({ text: typed, photos: [], replyTo: null });
      onSent();
    };
    await act((store) => sendMessage(store, groupId, { id: draft.rowId, text: written, replyTo }), sent, messageText.sendFailed);
  });

  const discard = () => {
    void draft.discard();
    chosen.letGo();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && (edit || replyTo)) {
      event.preventDefault();
      stop();
    }
    // In some scripts Enter also ends the composition of a word. That Enter must not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const editedId = edit?.id;
  useEffect(() => {
    const element = field.current;
    if (editedId) element?.setSelectionRange(element.value.length, element.value.length);
  }, [editedId, field]);

  const hidden = about ? blocked.has(about.sender_id) : false;
  const photo = snippetPhoto(about, hidden);
  const sender = about && personOf(about.sender_id, { name: about.sender_name, imageUrl: null });
  return (
    <Composer
      className={styles.place}
      above={
        <>
          <OtherDrafts others={others} onActed={() => field.current?.focus()} />
          <div className={styles.photos}>
            <PhotoStrip chosen={chosen} onGone={() => field.current?.focus()} />
          </div>
          {(edit || replyTo) && (
            <div className={`row gap-2 ${styles.about}`}>
              <div className={styles.quote}>
                <span className={`cut ${styles.title}`}>
                  {edit
                    ? messageText.editing
                    : sender && !hidden
                      ? messageText.replyingTo(about.sender_id === userId ? messageText.yourself : sender.name)
                      : messageText.replying}
                </span>
                <span className={`cut ${styles.line}`} dir="auto">
                  {messageSnippet(about, hidden) || '\u00a0'}
                </span>
              </div>
              {photo && !edit && <SmallPhoto photo={photo} className={styles.photo} />}
              <IconButton label={edit ? messageText.stopEditing : messageText.doNotReply} icon={<X />} onClick={stop} />
            </div>
          )}
        </>
      }
      field={field}
      newLine={messageText.newLine}
      label={edit ? messageText.edit : messageText.message}
      placeholder={messageText.message}
      maxLength={MESSAGE_CONTENT_MAX}
      before={<PhotoAdder chosen={chosen} />}
      dropping={dropping}
      text={text}
      onText={type}
      onKeyDown={onKeyDown}
      submit={{ label: edit ? commonText.save : commonText.send, icon: edit ? <Check /> : <ArrowUp />, disabled: !ready }}
      onSubmit={send}
      count={counter}
      onDiscard={(text || photos.length > 0) && draft.restored ? discard : undefined}
    />
  );
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useOffline } from '../../data/store/connection.ts';
import { messageText } from '../../text/messages.ts';
import { useKeyboardInset } from '../../ui/behaviour/use-keyboard-inset.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useBlocked } from '../friends/blocking/use-blocked.ts';
import { usePeople } from '../people/use-people.ts';
import styles from './chat.module.css';
import { MessageComposer } from './message-composer.tsx';
import { MessageList, type MessageListHandle } from './message-list.tsx';
import { MessageSheet } from './message-sheet.tsx';
import { useRefusedMessages } from './refused-message.tsx';
import { TouchHint } from './touch-hint.tsx';
import { useChatDraft } from './use-chat-draft.ts';
import { useMessageReactions } from './use-message-reactions.ts';
import { type Message, useMessages } from './use-messages.ts';
import { useOpening } from './use-opening.ts';

/** The chat of one group: the messages, and the field to write more. Use the group's id as its key. */
const nobody: ReadonlySet<string> = new Set();

export function Chat({ groupId, joinedAt }: { readonly groupId: string; readonly joinedAt: string }) {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const wanted = params.get('message');
  const opening = useOpening(groupId, joinedAt, wanted);
  const offline = useOffline();
  const messages = useMessages(groupId, opening?.id);
  const personOf = usePeople();
  const known = useBlocked();
  const blocked = known ?? nobody;
  // Messages by blocked members must not show even for a moment.
  const rows = known && messages.rows;
  const reactionsOf = useMessageReactions(personOf, blocked);
  const refused = useRefusedMessages(groupId);
  const draft = useChatDraft(groupId);
  const inset = useKeyboardInset();
  const list = useRef<MessageListHandle>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [acting, setActing] = useState<string | null>(null);

  // The chat opens at the requested message by itself. A link to another message while it is open jumps there.
  const [openedBy] = useState(key);
  useEffect(() => {
    if (wanted && key !== openedBy) list.current?.jumpTo(wanted);
  }, [wanted, key, openedBy]);

  const { save } = draft;
  const reply = useCallback(
    (message: Message) => {
      save({ replyTo: message.id, edit: null });
      field.current?.focus();
    },
    [save],
  );
  const edit = useCallback(({ id, content, photos }: Message) => save({ edit: { id, text: content, photos } }), [save]);
  const act = useCallback((message: Message) => setActing(message.id), []);
  const acted = acting === null ? undefined : rows?.find((message) => message.id === acting && !message.is_deleted);

  return (
    <div className={styles.chat} data-fills="" style={inset > 0 ? { paddingBlockEnd: inset } : undefined}>
      {rows && opening && (rows.length > 0 || refused.length > 0) && (
        <MessageList
          ref={list}
          groupId={groupId}
          opening={opening}
          messages={messages}
          rows={rows}
          refused={refused}
          personOf={personOf}
          blocked={blocked}
          reactionsOf={reactionsOf}
          onReply={reply}
          onActions={act}
        />
      )}
      {(!rows || !opening) && <div className={styles.empty} aria-busy="true" />}
      {rows && opening && rows.length === 0 && refused.length === 0 && (
        <div className={styles.empty}>
          <EmptyState art="pot" title={messageText.emptyTitle} text={offline ? messageText.emptyOffline : messageText.emptyText} />
        </div>
      )}
      {rows && rows.length > 0 && <TouchHint />}
      <MessageComposer
        groupId={groupId}
        draft={draft}
        field={field}
        personOf={personOf}
        blocked={blocked}
        onSent={() => list.current?.toEnd()}
      />
      {acted && (
        <MessageSheet
          message={acted}
          senderName={personOf(acted.sender_id, { name: acted.sender_name, imageUrl: null }).name}
          reactions={reactionsOf(acted.id)}
          onReply={reply}
          onEdit={edit}
          onClose={() => setActing(null)}
          composer={field}
        />
      )}
    </div>
  );
}

import { Ellipsis, Reply } from 'lucide-react';
import { memo, type RefObject, useEffect, useRef } from 'react';
import { messageText } from '../../text/messages.ts';
import { clockText, dayText, exactTime } from '../../text/times.ts';
import { useToday } from '../../ui/behaviour/use-clock.ts';
import { IconButton } from '../../ui/forms/icon-button.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { tintOf } from '../../ui/people/initials.ts';
import { PhotoGrid } from '../../ui/photos/photo-grid.tsx';
import { PendingLine, usePendingMark } from '../outbox/pending-line.tsx';
import { firstName } from '../people/first-name.ts';
import type { Person } from '../people/own-person.ts';
import { FailedPhotos, useFailedAmong } from '../photos/failed-photos.tsx';
import { openPhoto } from '../photos/opened-photo.ts';
import { ReactionChips } from '../reactions/reaction-chips.tsx';
import type { ReactionGroup } from '../reactions/reaction-groups.ts';
import { ReactionPicker } from '../reactions/reaction-picker.tsx';
import { useToggleReaction } from '../reactions/use-toggle-reaction.ts';
import { MessageQuote, type QuoteProps } from './message-quote.tsx';
import styles from './message-row.module.css';
import type { MessageInRun } from './message-runs.ts';
import { MessageText } from './message-text.tsx';
import { closeTouchHint } from './touch-hint.tsx';
import { useMessageTouch } from './use-message-touch.ts';
import type { Message } from './use-messages.ts';

/** The reaction of a double tap. */
const HEART = '❤️';

/** The id of a message's bubble in the document. */
export const messageElementId = (messageId: string): string => `message-${messageId}`;

export interface MessageRowProps extends Pick<QuoteProps, 'personOf' | 'blocked' | 'onJump'> {
  readonly message: Message;
  readonly inRun: MessageInRun;
  readonly own: boolean;
  readonly sender: Person;
  readonly reactions: readonly ReactionGroup[];
  /** the message that this one replies to, if it is loaded */
  readonly quoted: Message | undefined;
  /** whether it was the first unread message when the chat opened */
  readonly startsUnread: boolean;
  /** whether it was just jumped to */
  readonly arrived: boolean;
  readonly onReply: (message: Message) => void;
  readonly onActions: (message: Message) => void;
}

/** One message of a chat, or the place of a deleted one. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, inRun, own, sender, reactions, startsUnread, arrived, blocked } = props;
  const hidden = blocked.has(message.sender_id);
  const bubble = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const visible = !hidden && !message.is_deleted;
  const pending = usePendingMark(message);
  const failed = useFailedAmong(message.photos);
  const { toggle } = useToggleReaction('message', message.id);
  const open = () => {
    // The focus returns to this button.
    more.current?.focus({ preventScroll: true });
    props.onActions(message);
  };
  const whole = useRef<HTMLDivElement>(null);
  const { handlers, swipe } = useMessageTouch(whole, {
    onTap: open,
    onHold: () => {
      closeTouchHint();
      open();
    },
    onDoubleTap: () => toggle(HEART),
    onSwipe: () => props.onReply(message),
  });
  useEffect(() => {
    if (arrived) bubble.current?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <div className={styles.row} data-first={inRun.first || undefined}>
      {inRun.newDay && <Day iso={message.created_at} />}
      {startsUnread && <p className={`row gap-3 meta ${styles.unread}`}>{messageText.newMessages}</p>}
      <div ref={whole} className={styles.message} data-own={own || undefined}>
        {!own && inRun.first && !hidden ? (
          <span className={`meta ${styles.name}`} style={{ color: `var(--on-tint-${tintOf(message.sender_id)})` }}>
            {sender.name}
          </span>
        ) : (
          <span className="visually-hidden">{own ? messageText.you : hidden ? '' : sender.name}</span>
        )}
        {!own && inRun.last && !hidden && (
          <Avatar className={styles.avatar} userId={message.sender_id} name={sender.name} imageUrl={sender.imageUrl} size={32} />
        )}
        <div className={styles.line} {...(visible ? handlers : {})}>
          <div
            ref={bubble}
            id={messageElementId(message.id)}
            className={styles.bubble}
            data-message={message.scope === 0 ? undefined : message.created_at}
            data-joined-up={!inRun.first || undefined}
            data-joined-down={!inRun.last || undefined}
            data-quiet={!visible || undefined}
            data-arrived={arrived || undefined}
            data-swipe={swipe ?? undefined}
            tabIndex={-1}
          >
            {swipe && <Reply className={`mirrored ${styles.swipe}`} />}
            {visible ? (
              <Content {...props} pending={pending} failed={failed} />
            ) : (
              <p className={styles.text}>
                {hidden ? messageText.blocked : messageText.deleted}
                {inRun.last && <Time message={message} />}
              </p>
            )}
          </div>
          {visible && <Tools {...props} more={more} />}
        </div>
        {visible && reactions.length > 0 && (
          <div className={styles.reactions}>
            <ReactionChips groups={reactions} onToggle={toggle} />
          </div>
        )}
        {visible && pending && (
          <div className={`meta ${styles.pending}`}>
            <PendingLine short changed={message.scope !== 0} />
          </div>
        )}
        {visible && failed.length > 0 && (
          <div className={`meta ${styles.pending}`}>
            <FailedPhotos short count={failed.length} />
          </div>
        )}
      </div>
    </div>
  );
});

/** The quoted message, the photos, the text, and the time of the last message of a run. */
function Content({
  message,
  inRun,
  own,
  sender,
  pending,
  failed,
  quoted,
  personOf,
  blocked,
  onJump,
}: MessageRowProps & { readonly pending: boolean; readonly failed: readonly string[] }) {
  // a pending message says below it how far it is
  const time = inRun.last && !pending && <Time message={message} />;
  return (
    <>
      {message.reply_to_id && (
        <MessageQuote messageId={message.reply_to_id} message={quoted} personOf={personOf} blocked={blocked} onJump={onJump} />
      )}
      <div className={pending ? styles.dimmed : undefined}>
        {message.photos.length > 0 && (
          <div className={styles.photos}>
            <PhotoGrid
              photos={message.photos}
              from={own ? null : firstName(sender.name)}
              failed={failed}
              onOpen={(photoId) => openPhoto({ collection: 'group_messages', rowId: message.id, photoId })}
            />
          </div>
        )}
        {(message.content !== '' || message.edited_at || time) && <MessageText message={message} time={time} />}
      </div>
    </>
  );
}

/** Heads the messages of a day. */
function Day({ iso }: { readonly iso: string }) {
  return <p className={`meta ${styles.day}`}>{dayText(iso, useToday())}</p>;
}

function Time({ message }: Pick<MessageRowProps, 'message'>) {
  return (
    <time className={`meta ${styles.time}`} dateTime={message.created_at} title={exactTime(message.created_at)}>
      {clockText(message.created_at)}
    </time>
  );
}

interface ToolsProps extends MessageRowProps {
  readonly more: RefObject<HTMLButtonElement | null>;
}

/** What can be done with a message: for a mouse a bar beside it, and on touch screens the whole bubble. */
function Tools({ message, own, sender, reactions, onReply, onActions, more }: ToolsProps) {
  const { toggle } = useToggleReaction('message', message.id);
  const ownerText = own ? messageText.yours : messageText.theirs(sender.name);
  return (
    <div className={styles.tools}>
      <span className={styles.quick}>
        <ReactionPicker
          on="message"
          label={messageText.reactTo(ownerText)}
          chosen={new Set(reactions.filter((group) => group.mine).map((group) => group.emoji))}
          onPick={toggle}
          who={reactions}
        />
        <IconButton label={messageText.replyToWhose(ownerText)} icon={<Reply className="mirrored" />} onClick={() => onReply(message)} />
      </span>
      <IconButton
        ref={more}
        data-whole-bubble=""
        className={styles.more}
        label={messageText.actionsFor(ownerText)}
        icon={<Ellipsis />}
        onClick={() => onActions(message)}
      />
    </div>
  );
}

import { Ellipsis, Reply } from 'lucide-react';
import { memo, type RefObject, useEffect, useRef } from 'react';
import { pageClock } from '../../data/page-clock.ts';
import { messageText } from '../../text/messages.ts';
import { clockText, dayText, exactTime } from '../../text/times.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { tintOf } from '../../ui/initials.ts';
import { PendingLine, usePendingMark } from '../outbox/pending-line.tsx';
import type { Person } from '../people/own-person.ts';
import { ReactionChips } from '../reactions/reaction-chips.tsx';
import type { ReactionGroup } from '../reactions/reaction-groups.ts';
import { ReactionPicker } from '../reactions/reaction-picker.tsx';
import { useToggleReaction } from '../reactions/use-toggle-reaction.ts';
import type { MessagePlace } from './message-places.ts';
import { MessageQuote, type QuoteProps } from './message-quote.tsx';
import styles from './message-row.module.css';
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
  readonly place: MessagePlace;
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
  const { message, place, own, sender, startsUnread, arrived, blocked } = props;
  const hidden = blocked.has(message.sender_id);
  const bubble = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const visible = !hidden && !message.is_deleted;
  const { toggle } = useToggleReaction('message', message.id);
  const open = () => {
    // The focus returns to this button.
    more.current?.focus({ preventScroll: true });
    props.onActions(message);
  };
  const { handlers, swipe } = useMessageTouch({
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
    <div className={styles.row} data-first={place.first || undefined}>
      {place.newDay && <p className={styles.day}>{dayText(message.created_at, pageClock.now())}</p>}
      {startsUnread && <p className={styles.unread}>{messageText.newMessages}</p>}
      <div className={styles.message} data-own={own || undefined}>
        {!own && place.first && !hidden ? (
          <span className={styles.name} style={{ color: `var(--on-tint-${tintOf(message.sender_id)})` }}>
            {sender.name}
          </span>
        ) : (
          <span className="visually-hidden">{own ? messageText.you : hidden ? '' : sender.name}</span>
        )}
        {!own && place.last && !hidden && (
          <Avatar className={styles.avatar} userId={message.sender_id} name={sender.name} imageUrl={sender.imageUrl} size={32} />
        )}
        <div
          ref={bubble}
          id={messageElementId(message.id)}
          className={styles.bubble}
          data-message={message.scope === 0 ? undefined : message.created_at}
          data-joined-up={!place.first || undefined}
          data-joined-down={!place.last || undefined}
          data-quiet={hidden || message.is_deleted || undefined}
          data-arrived={arrived || undefined}
          data-swipe={swipe ?? undefined}
          tabIndex={-1}
          {...(visible ? handlers : {})}
        >
          {swipe && <Reply className={classes(styles.swipe, styles.mirrored)} />}
          {hidden ? messageText.blocked : message.is_deleted ? messageText.deleted : <Standing {...props} more={more} />}
        </div>
        {!hidden && !message.is_deleted && <Below {...props} />}
        {place.last && (
          <time className={styles.time} dateTime={message.created_at} title={exactTime(message.created_at)}>
            {clockText(message.created_at)}
          </time>
        )}
      </div>
    </div>
  );
});

interface StandingProps extends MessageRowProps {
  readonly more: RefObject<HTMLButtonElement | null>;
}

function Standing({ message, own, sender, reactions, quoted, personOf, blocked, onJump, onReply, onActions, more }: StandingProps) {
  const pending = usePendingMark(message);
  const { toggle } = useToggleReaction('message', message.id);
  const ownerText = own ? messageText.yours : messageText.theirs(sender.name);
  return (
    <>
      {message.reply_to_id && (
        <MessageQuote messageId={message.reply_to_id} message={quoted} personOf={personOf} blocked={blocked} onJump={onJump} />
      )}
      <div className={pending ? styles.dimmed : undefined}>
        <MessageText message={message} />
      </div>
      <div className={styles.tools}>
        <span className={styles.quick}>
          <ReactionPicker
            on="message"
            label={messageText.reactTo(ownerText)}
            chosen={new Set(reactions.filter((group) => group.mine).map((group) => group.emoji))}
            onPick={toggle}
            who={reactions}
          />
          <IconButton
            label={messageText.replyToWhose(ownerText)}
            icon={<Reply className={styles.mirrored} />}
            onClick={() => onReply(message)}
          />
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
    </>
  );
}

function Below({ message, reactions, place }: MessageRowProps) {
  const pending = usePendingMark(message);
  const { toggle } = useToggleReaction('message', message.id);
  return (
    <>
      {reactions.length > 0 && (
        <div className={styles.reactions}>
          <ReactionChips groups={reactions} onToggle={toggle} />
        </div>
      )}
      {pending && (
        <div className={styles.pending} data-last={place.last || undefined}>
          <PendingLine short changed={message.scope !== 0} />
        </div>
      )}
    </>
  );
}

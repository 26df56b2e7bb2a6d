import { ArrowDown } from 'lucide-react';
import { type ComponentProps, memo, type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import { useConnection } from '../../data/connection.ts';
import { useStore } from '../../data/local-store.tsx';
import type { Refused } from '../../data/outbox.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { PersonOf } from '../profiles/use-people.ts';
import styles from './message-list.module.css';
import { type MessagePlace, placeMessages } from './message-places.ts';
import { MessageRow } from './message-row.tsx';
import { RefusedMessage } from './refused-message.tsx';
import { useArrivals } from './use-arrivals.ts';
import { useFollowEnd } from './use-follow-end.ts';
import type { ReactionsOf } from './use-message-reactions.ts';
import type { Message, Messages } from './use-messages.ts';
import type { Opening } from './use-opening.ts';
import { useSeenPosition } from './use-seen-position.ts';

/** So near to the oldest message that is loaded, older ones are asked for. */
const NEAR_TOP_PX = 20;
/** Older messages get indexes below this one: the list counts on an item keeping its index. */
const FIRST_INDEX = 10_000_000;
const MARKED_MS = 2500;

type Entry =
  | { readonly kind: 'message'; readonly message: Message; readonly place: MessagePlace }
  | { readonly kind: 'refused'; readonly refused: Refused };

function keyOf(entry: Entry): string;
function keyOf(entry: Entry | undefined): string | undefined;
function keyOf(entry: Entry | undefined): string | undefined {
  return entry?.kind === 'message' ? entry.message.id : entry?.refused.write_id;
}

/** Drawn beyond the edges, so that what is scrolled to has its height already. */
const overscan = { top: 800, bottom: 400 };

export interface MessageListHandle {
  /** Goes to the newest message, also when it is only just written. */
  toEnd(): void;
  /** Goes to a message of this group and marks it for a moment. */
  jumpTo(messageId: string): void;
}

export interface MessageListProps {
  readonly ref: Ref<MessageListHandle>;
  readonly groupId: string;
  readonly opening: Opening;
  readonly messages: Messages;
  readonly rows: readonly Message[];
  readonly refused: readonly Refused[];
  readonly personOf: PersonOf;
  readonly blocked: ReadonlySet<string>;
  readonly reactionsOf: ReactionsOf;
  readonly onReply: (message: Message) => void;
  readonly onActions: (message: Message) => void;
}

/** The messages of a chat, oldest first. Only what is near the screen is drawn; what is read never moves when others come. */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { ref, groupId, opening, messages, rows, refused, personOf, blocked, reactionsOf, onReply, onActions } = props;
  const { userId } = useStore();
  const list = useRef<VirtuosoHandle>(null);
  const scroller = useRef<HTMLElement | null>(null);
  const look = useSeenPosition(groupId, scroller);
  const [marked, setMarked] = useState(opening.at === 'message' ? opening.id : null);
  const [wanted, setWanted] = useState<string | null>(null);

  const byId = useMemo(() => new Map(rows.map((message) => [message.id, message])), [rows]);
  const entries = useMemo<readonly Entry[]>(() => {
    const places = placeMessages(rows);
    return [
      ...rows.map((message, at) => ({
        kind: 'message' as const,
        message,
        place: places[at] ?? { newDay: false, first: true, last: true },
      })),
      ...refused.map((one) => ({ kind: 'refused' as const, refused: one })),
    ];
  }, [rows, refused]);

  // The row that was first when the chat opened keeps its index; those before it count down from it.
  const [anchor] = useState(rows[0]?.id);
  const before =
    anchor === undefined
      ? 0
      : Math.max(
          0,
          rows.findIndex((message) => message.id === anchor),
        );
  const { atEnd, toEnd, measure } = useFollowEnd(list, scroller, opening.at === 'end', keyOf(entries.at(-1)));
  const { arrivals, announcement } = useArrivals(rows, userId, atEnd);

  const { loadOlder, older, reach } = messages;
  const oldest = rows[0]?.id;
  const askedAt = useRef<string>(undefined);
  // A list that opens at its end begins at its top, for the moment before it has gone there.
  const placed = useRef(opening.at !== 'end');
  const onMove = useCallback(() => {
    measure();
    look();
    const element = scroller.current;
    const atTop = element !== null && element.scrollTop <= NEAR_TOP_PX && element.scrollHeight > element.clientHeight && placed.current;
    // Once for each page: the next one is asked for when this one stands above and one has scrolled up to it.
    if (!atTop || !older || askedAt.current === oldest) return;
    askedAt.current = oldest;
    loadOlder();
  }, [measure, look, older, oldest, loadOlder]);
  useEffect(() => {
    if (atEnd) placed.current = true;
    onMove();
  }, [atEnd, onMove]);
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => setMarked(null), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  const at = wanted === null ? -1 : rows.findIndex((message) => message.id === wanted);
  useEffect(() => {
    if (wanted === null || at < 0) return;
    setWanted(null);
    list.current?.scrollToIndex({ index: at, align: 'center' });
    setMarked(wanted);
  }, [wanted, at]);
  const jumpTo = useCallback(
    (messageId: string) => {
      reach(messageId).then(
        (found) => found && setWanted(messageId),
        (error: unknown) => console.error('A message could not be found', error),
      );
    },
    [reach],
  );
  useImperativeHandle(ref, () => ({ toEnd, jumpTo }), [toEnd, jumpTo]);

  const openAt = opening.id === null ? -1 : rows.findIndex((message) => message.id === opening.id);
  return (
    <div className={styles.list}>
      <Virtuoso<Entry, HeadContext>
        ref={list}
        className={styles.scroller}
        scrollerRef={(element) => {
          // Kept when the list goes: what stood there is read once more then.
          if (element instanceof HTMLElement) scroller.current = element;
        }}
        tabIndex={-1}
        data={entries}
        context={{ older }}
        components={components}
        firstItemIndex={FIRST_INDEX - before}
        initialTopMostItemIndex={
          openAt < 0 ? { index: 'LAST', align: 'end' } : { index: openAt, align: opening.at === 'message' ? 'center' : 'start' }
        }
        computeItemKey={(_, entry) => keyOf(entry)}
        alignToBottom
        totalListHeightChanged={onMove}
        increaseViewportBy={overscan}
        onScroll={onMove}
        itemContent={(_, entry) => {
          if (entry.kind === 'refused') {
            return <RefusedMessage refused={entry.refused} standing={byId.get(entry.refused.document.id)} />;
          }
          const { message, place } = entry;
          return (
            <MessageRow
              message={message}
              place={place}
              own={message.sender_id === userId}
              sender={personOf(message.sender_id, { name: message.sender_name, imageUrl: message.sender_profile_image_url })}
              reactions={reactionsOf(message.id)}
              quoted={message.reply_to_id ? byId.get(message.reply_to_id) : undefined}
              startsUnread={opening.at === 'unread' && opening.id === message.id}
              arrived={marked === message.id}
              personOf={personOf}
              blocked={blocked}
              onJump={jumpTo}
              onReply={onReply}
              onActions={onActions}
            />
          );
        }}
      />
      {!atEnd && rows.length > 0 && (
        <div className={styles.below}>
          {arrivals > 0 ? (
            <button type="button" className={styles.pill} onClick={toEnd}>
              <ArrowDown />
              {arrivals === 1 ? '1 new message' : `${arrivals} new messages`}
            </button>
          ) : (
            <IconButton className={styles.toEnd} label="To the newest message" icon={<ArrowDown />} onClick={toEnd} />
          )}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
});

interface HeadContext {
  readonly older: boolean;
}

/** Above the oldest message: the same height whatever it says, so that nothing moves. */
function Head({ context }: { readonly context?: HeadContext }) {
  const filled = useConnection().filled('group_messages');
  return (
    <div className={styles.head}>
      {context?.older ? '' : filled ? 'This is where it begins' : 'Older messages are not on this device yet'}
    </div>
  );
}

const components = {
  Header: Head,
  Footer: () => <div className={styles.foot} />,
  List: ({ context: _context, ...rest }: ComponentProps<'ul'> & { context?: HeadContext; 'data-testid'?: string }) => (
    <ul {...rest} aria-label="Messages" />
  ),
  Item: ({ context: _context, item: _item, ...rest }: ComponentProps<'li'> & { context?: HeadContext; item?: Entry }) => <li {...rest} />,
} as unknown as NonNullable<ComponentProps<typeof Virtuoso<Entry, HeadContext>>['components']>;

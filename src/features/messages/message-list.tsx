import { ArrowDown } from 'lucide-react';
import {
  memo,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MESSAGE_PAGE_SIZE } from '../../../schemas/messages/message-limits.ts';
import type { Refused } from '../../data/outbox.ts';
import { useConnection } from '../../data/store/connection.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { messageText } from '../../text/messages.ts';
import { type PageHeights, usePageSlot } from '../../ui/behaviour/use-page-slot.ts';
import { IconButton } from '../../ui/forms/icon-button.tsx';
import styles from './message-list.module.css';
import { MessageRow, type MessageRowProps, messageElementId } from './message-row.tsx';
import { type MessageInRun, messageRuns } from './message-runs.ts';
import { RefusedMessage } from './refused-message.tsx';
import { useArrivals } from './use-arrivals.ts';
import type { ReactionsOf } from './use-message-reactions.ts';
import type { Message, Messages } from './use-messages.ts';
import type { Opening } from './use-opening.ts';
import { useSeenPosition } from './use-seen-position.ts';
import { useSteadyList } from './use-steady-list.ts';

const MARKED_MS = 2500;
/** The approximate height of a row, for middle pages that were not drawn yet. */
const ROW_GUESS_PX = 64;

export interface MessageListHandle {
  /** Scrolls to the newest message, also if it was just written. */
  toEnd(): void;
  /** Scrolls to a message of this group and marks it for a moment. */
  jumpTo(messageId: string): void;
}

/** Properties that every row needs, whichever message it shows. */
interface RowContext extends Pick<MessageRowProps, 'personOf' | 'blocked' | 'onReply' | 'onActions'> {
  readonly reactionsOf: ReactionsOf;
}

export interface MessageListProps extends RowContext {
  readonly ref: Ref<MessageListHandle>;
  readonly groupId: string;
  readonly opening: Opening;
  readonly messages: Messages;
  readonly rows: readonly Message[];
  readonly refused: readonly Refused[];
}

/** Neighbouring messages that are added to and removed from the document together. */
interface Page {
  /** stable while older pages load: key 0 starts with the first message present when the chat opened */
  readonly key: number;
  readonly entries: readonly { readonly message: Message; readonly inRun: MessageInRun }[];
}

/** The messages of a chat, oldest first. Only messages near the screen are drawn. The text being read never moves when others arrive. */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { ref, groupId, opening, messages, rows, refused, ...context } = props;
  const { userId } = useStore();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const heights = useRef<PageHeights>(new Map());
  const look = useSeenPosition(groupId, scroller);
  const [marked, setMarked] = useState(opening.at === 'message' ? opening.id : null);
  const [wanted, setWanted] = useState(opening.id);

  const byId = useMemo(() => new Map(rows.map((message) => [message.id, message])), [rows]);
  // The row that was first when the chat opened starts a page for good. Pages before it count down from there.
  const [anchor] = useState(rows[0]?.id);
  const pages = useMemo<readonly Page[]>(() => {
    const runs = messageRuns(rows);
    const before = rows.findIndex((message) => message.id === anchor);
    const found = new Map<number, { message: Message; inRun: MessageInRun }[]>();
    rows.forEach((message, at) => {
      const key = Math.floor((at - Math.max(0, before)) / MESSAGE_PAGE_SIZE);
      const entry = { message, inRun: runs[at] ?? { newDay: false, first: true, last: true } };
      const entries = found.get(key);
      if (entries) entries.push(entry);
      else found.set(key, [entry]);
    });
    return [...found].map(([key, entries]) => ({ key, entries }));
  }, [rows, anchor]);

  const wantedPage = wanted === null ? -1 : pages.findIndex(({ entries }) => entries.some(({ message }) => message.id === wanted));

  const { loadOlder, older, reach } = messages;
  const oldest = rows[0]?.id;
  const askedAt = useRef<string>(undefined);
  const onNearStart = useCallback(() => {
    // Once per page: the next page loads when this one is shown and the reader has scrolled up to it.
    if (!older || askedAt.current === oldest) return;
    askedAt.current = oldest;
    loadOlder();
  }, [older, oldest, loadOlder]);
  const { atEnd, toEnd, toMessage, onScroll } = useSteadyList(scroller, content, { onNearStart, onMove: look });
  const { arrivals, announcement } = useArrivals(rows, userId, atEnd);
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => setMarked(null), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  const [opened, setOpened] = useState(false);
  useLayoutEffect(() => {
    if (wanted === null || !byId.has(wanted)) return;
    const target = document.getElementById(messageElementId(wanted))?.closest('[data-message-row]');
    if (!target) return;
    toMessage(target, opened || opening.at === 'message' ? 'center' : 'start');
    setWanted(null);
    setOpened(true);
    if (opened) setMarked(wanted);
  }, [wanted, byId, opened, opening, toMessage]);
  const jumpTo = useCallback(
    (messageId: string) => {
      reach(messageId).then(
        (found) => {
          if (!found) return;
          setOpened(true);
          setWanted(messageId);
        },
        (error: unknown) => console.error('A message could not be found', error),
      );
    },
    [reach],
  );
  useImperativeHandle(ref, () => ({ toEnd, jumpTo }), [toEnd, jumpTo]);

  return (
    <div className={styles.list}>
      <div ref={scroller} className={styles.scroller} data-chat="" tabIndex={-1} onScroll={onScroll}>
        <div ref={content}>
          <Head older={older} />
          {/* biome-ignore lint/a11y/useSemanticElements: pages come between the list and its items */}
          <div role="list" aria-label={messageText.messages}>
            {pages.map((page, at) => (
              <MessagePage
                key={page.key}
                page={page}
                heights={heights.current}
                scroller={scroller}
                needed={wantedPage >= 0 && Math.abs(at - wantedPage) <= 1}
                between={at > 0 && at < pages.length - 1}
                marked={marked}
                startsUnread={opening.at === 'unread' ? opening.id : null}
                byId={byId}
                onJump={jumpTo}
                userId={userId}
                {...context}
              />
            ))}
            {refused.map((one) => (
              // biome-ignore lint/a11y/useSemanticElements: as above
              <div key={one.write_id} role="listitem" className={styles.item}>
                <RefusedMessage refused={one} standing={byId.get(one.document.id)} />
              </div>
            ))}
          </div>
          <div className={styles.foot} />
        </div>
      </div>
      {!atEnd && rows.length > 0 && (
        <IconButton
          className={styles.toEnd}
          label={arrivals === 0 ? messageText.toNewest : arrivals === 1 ? messageText.oneNew : messageText.manyNew(arrivals)}
          icon={<ArrowDown />}
          onClick={toEnd}
        >
          {arrivals > 0 && <span className={styles.count}>{arrivals}</span>}
        </IconButton>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
});

interface MessagePageProps extends RowContext {
  readonly page: Page;
  readonly heights: PageHeights;
  readonly scroller: RefObject<HTMLElement | null>;
  /** near the jump target: drawn wherever it is */
  readonly needed: boolean;
  /** neither the oldest nor the newest */
  readonly between: boolean;
  /** the message that was just jumped to */
  readonly marked: string | null;
  readonly startsUnread: string | null;
  readonly byId: ReadonlyMap<string, Message>;
  readonly onJump: (messageId: string) => void;
  readonly userId: string;
}

function MessagePage({
  page,
  heights,
  scroller,
  needed,
  between,
  marked,
  startsUnread,
  byId,
  userId,
  reactionsOf,
  ...row
}: MessagePageProps) {
  // A page that was never drawn has no height yet. With a guess, a jump far back does not draw all pages in between.
  const [guess] = useState(between ? page.entries.length * ROW_GUESS_PX : undefined);
  const { slot, near, spaceStyle: room } = usePageSlot(String(page.key), heights, needed, { scroller, guess });
  return (
    <div ref={slot} style={near ? undefined : room}>
      {near &&
        page.entries.map(({ message, inRun }) => (
          // biome-ignore lint/a11y/useSemanticElements: pages come between the list and its items
          <div key={message.id} role="listitem" className={styles.item} data-message-row="">
            <MessageRow
              message={message}
              inRun={inRun}
              own={message.sender_id === userId}
              sender={row.personOf(message.sender_id, { name: message.sender_name, imageUrl: message.sender_profile_image_url })}
              reactions={reactionsOf(message.id)}
              quoted={message.reply_to_id ? byId.get(message.reply_to_id) : undefined}
              startsUnread={startsUnread === message.id}
              arrived={marked === message.id}
              {...row}
            />
          </div>
        ))}
    </div>
  );
}

/** Above the oldest message. It has the same height for every text, so that nothing moves. */
function Head({ older }: { readonly older: boolean }) {
  const filled = useConnection().filled('group_messages');
  return <div className={`meta ${styles.head}`}>{older ? '' : filled ? messageText.begins : messageText.olderNotHere}</div>;
}

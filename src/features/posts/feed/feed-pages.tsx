import { Fragment, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { FEED_PAGE_SIZE } from '../../../../schemas/posts/post-limits.ts';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { FIRST_CARDS } from '../../../first/first-queries.ts';
import { firstCardsDrawn } from '../../../first/first-rows.ts';
import { useInPieces } from '../../../ui/behaviour/use-in-pieces.ts';
import { type PageHeights, usePageSlot } from '../../../ui/behaviour/use-page-slot.ts';
import { FeedSkeleton } from '../../../ui/states/skeleton.tsx';
import type { PersonOf } from '../../people/use-people.ts';
import { PostCard } from '../post-card.tsx';
import { FeedEnd, FeedMore } from './feed-end.tsx';
import styles from './feed-pages.module.css';
import { type FeedPageRows, useFeedPage } from './use-feed-page.ts';
import { type PostFeet, PostFeetContext, usePostFeet } from './use-post-feet.ts';

/** A page with more posts than this is divided. */
const CROWDED = 3 * FEED_PAGE_SIZE;

interface PageProps {
  readonly personOf: PersonOf;
  /** ids of members who wrote today */
  readonly wroteToday: ReadonlySet<string>;
  /** what follows the last post; without it, when the device last fetched */
  readonly endText?: string | undefined;
  /** called with the end of a page when another one must follow */
  readonly onBound: (bound: number) => void;
}

interface Lead {
  /** what lies above the posts */
  readonly lead?: ReactNode;
  /** the sort key of the post that it stays above; newer posts are added above it */
  readonly leadBefore?: number | undefined;
}

/** The cards of one page, and the end of the feed if it is the last page. */
const Page = memo(function Page({
  posts,
  own = none,
  lead,
  leadBefore = Number.NEGATIVE_INFINITY,
  drawn,
  feet,
  full,
  last,
  personOf,
  wroteToday,
  endText,
  onBound,
}: FeedPageRows &
  PageProps &
  Lead & {
    readonly own?: readonly LocalRow<'posts'>[];
    /** how many cards to draw; infinite once all have been drawn */
    readonly drawn: number;
    readonly feet: PostFeet;
    readonly last: boolean;
  }) {
  const whole = drawn === Number.POSITIVE_INFINITY || posts?.length === 0;
  const end = posts?.at(-1)?.newest;
  const latestEnd = useRef(end);
  useEffect(() => {
    latestEnd.current = end;
  }, [end]);
  const divideAt = posts && posts.length > CROWDED ? posts[FEED_PAGE_SIZE - 1]?.newest : undefined;
  useEffect(() => {
    if (divideAt !== undefined) onBound(divideAt);
  }, [divideAt, onBound]);
  const cards = [...own, ...(posts ?? none)];
  const newer = cards.filter(({ newest }) => newest < leadBefore).length;
  const shown = cards
    .slice(0, drawn)
    .map((post) => <PostCard key={post.id} post={post} personOf={personOf} ring={wroteToday.has(post.author_id)} />);
  return (
    <PostFeetContext value={feet}>
      {shown.toSpliced(newer, 0, <Fragment key="lead">{lead}</Fragment>)}
      {whole && last && full && <FeedMore key={end} onReach={() => latestEnd.current !== undefined && onBound(latestEnd.current)} />}
      {whole && last && posts && !full && <FeedEnd text={endText} />}
    </PostFeetContext>
  );
});
const none: readonly LocalRow<'posts'>[] = [];

interface SlotProps {
  /** only the posts of this member */
  readonly author?: string | undefined;
  readonly heights: PageHeights;
  /** the page to show first when the member returns to the feed, and the post that was at the top of the screen then */
  readonly startAt: { readonly page: string | undefined; readonly postId: string | undefined };
}

/** How many cards to draw at once, so that this post and those that fit on the screen below it are among them. */
const drawnAtOnce = (posts: readonly Pick<LocalRow<'posts'>, 'id'>[], postId: string | undefined): number =>
  posts.findIndex(({ id }) => id === postId) + 1 + FIRST_CARDS;

function LaterPage({
  author,
  after,
  upTo,
  heights,
  startAt,
  ...rest
}: PageProps & SlotProps & { readonly after: number; readonly upTo: number | undefined }) {
  const key = String(after);
  const { slot, near, spaceStyle: room } = usePageSlot(key, heights, startAt.page === key);
  const rows = useFeedPage({ author, after, upTo }, near);
  const { feet, settled } = usePostFeet(rows.posts ?? none);
  // Far from the screen there is time to wait for the feet, so that each card is drawn once.
  const [ready, setReady] = useState(false);
  const readyNow = rows.posts !== undefined && (ready || settled);
  if (readyNow !== ready) setReady(readyNow);
  const total = readyNow ? (rows.posts?.length ?? 0) : 0;
  const drawn = useInPieces(total, startAt.page === key ? drawnAtOnce(rows.posts ?? none, startAt.postId) : 0);
  return (
    <div ref={slot} data-page={key} className={`stack gap-3 ${styles.page}`} style={readyNow && drawn >= total ? undefined : room}>
      {near && readyNow && <Page {...rest} {...rows} feet={feet} drawn={drawn} last={upTo === undefined} />}
    </div>
  );
}

/** The feed: its first page, which the screen itself reads, and the later pages that were requested. */
export function FeedPages({
  first,
  own,
  lead,
  leadBefore,
  bounds,
  author,
  heights,
  startAt,
  ...rest
}: PageProps &
  SlotProps &
  Lead & {
    readonly first: FeedPageRows;
    /** the member's own posts above the first page */
    readonly own: readonly LocalRow<'posts'>[];
    /** the end of each page except the last */
    readonly bounds: readonly number[];
  }) {
  const { slot, near, spaceStyle: room } = usePageSlot(FIRST_PAGE, heights, startAt.page === FIRST_PAGE);
  const cards = near && first.posts ? [...own, ...first.posts] : none;
  const [ready, setReady] = useState(false);
  const drawn = useInPieces(ready ? cards.length : 0, drawnAtOnce(cards, startAt.postId));
  // The cards of the first drawing have a query of their own, which has less to read.
  const { feet, settled } = usePostFeet(drawn <= FIRST_CARDS ? cards.slice(0, FIRST_CARDS) : cards);
  // Cards that get their comments later grow, and push down what is below them.
  const readyNow = first.posts !== undefined && (ready || settled);
  if (readyNow && !ready) setReady(true);
  const whole = readyNow && cards.length > 0 && drawn >= cards.length;
  useEffect(() => {
    if (whole) firstCardsDrawn();
  }, [whole]);
  return (
    <>
      <div
        ref={slot}
        data-page={FIRST_PAGE}
        className={`stack gap-3 ${styles.page}`}
        style={near && first.posts && drawn >= cards.length ? undefined : room}
      >
        {!readyNow && !heights.has(FIRST_PAGE) && <FeedSkeleton />}
        {near && readyNow && (
          <Page {...rest} {...first} own={own} lead={lead} leadBefore={leadBefore} feet={feet} drawn={drawn} last={bounds.length === 0} />
        )}
      </div>
      {bounds.map((after, index) => (
        <LaterPage key={after} {...rest} author={author} heights={heights} startAt={startAt} after={after} upTo={bounds[index + 1]} />
      ))}
    </>
  );
}
const FIRST_PAGE = 'first';

import { memo, startTransition, useEffect, useRef, useState } from 'react';
import { FEED_PAGE_SIZE } from '../../../schemas/posts/post.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { type PageHeights, usePageSlot } from '../../ui/use-page-slot.ts';
import type { PersonOf } from '../people/use-people.ts';
import { FeedEnd, FeedMore } from './feed-end.tsx';
import styles from './feed-pages.module.css';
import { PostCard } from './post-card.tsx';
import { type FeedPageRows, useFeedPage } from './use-feed-page.ts';

/** More cards than fit on the screen. The others follow once these are painted. */
const FIRST_CARDS = 6;
/** A page with more posts than this is divided. */
const CROWDED = 3 * FEED_PAGE_SIZE;

interface PageProps {
  readonly personOf: PersonOf;
  /** ids of members who wrote today */
  readonly wroteToday: ReadonlySet<string>;
  /** called with the end of a page when another one must follow */
  readonly onBound: (bound: number) => void;
}

/** The cards of one page, and the end of the feed if it is the last page. */
const Page = memo(function Page({
  posts,
  own = none,
  brief = false,
  full,
  last,
  personOf,
  wroteToday,
  onBound,
}: FeedPageRows &
  PageProps & {
    readonly own?: readonly LocalRow<'posts'>[];
    /**
     * draws only what fits on the screen at first; only for the first drawing, since a page that comes back must fill its reserved height
     */
    readonly brief?: boolean;
    readonly last: boolean;
  }) {
  const [whole, setWhole] = useState(!brief);
  useEffect(() => startTransition(() => setWhole(true)), []);
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
  return (
    <>
      {(whole ? cards : cards.slice(0, FIRST_CARDS)).map((post) => (
        <PostCard key={post.id} post={post} personOf={personOf} ring={wroteToday.has(post.author_id)} />
      ))}
      {whole && last && full && <FeedMore key={end} onReach={() => latestEnd.current !== undefined && onBound(latestEnd.current)} />}
      {whole && last && posts && !full && <FeedEnd />}
    </>
  );
});
const none: readonly LocalRow<'posts'>[] = [];

interface SlotProps {
  readonly heights: PageHeights;
  /** the page to show first when the member returns to the feed */
  readonly startAt: string | undefined;
}

function LaterPage({
  after,
  upTo,
  heights,
  startAt,
  ...rest
}: PageProps & SlotProps & { readonly after: number; readonly upTo: number | undefined }) {
  const key = String(after);
  const { slot, near, spaceStyle: room } = usePageSlot(key, heights, startAt === key);
  const rows = useFeedPage({ after, upTo }, near);
  return (
    <div ref={slot} data-page={key} className={styles.page} style={rows.posts ? undefined : room}>
      {near && <Page {...rest} {...rows} last={upTo === undefined} />}
    </div>
  );
}

/** The feed: its first page, which the screen itself reads, and the later pages that were requested. */
export function FeedPages({
  first,
  own,
  bounds,
  heights,
  startAt,
  ...rest
}: PageProps &
  SlotProps & {
    readonly first: FeedPageRows;
    /** the member's own posts above the first page */
    readonly own: readonly LocalRow<'posts'>[];
    /** the end of each page except the last */
    readonly bounds: readonly number[];
  }) {
  const { slot, near, spaceStyle: room } = usePageSlot(FIRST_PAGE, heights, startAt === FIRST_PAGE);
  return (
    <>
      <div ref={slot} data-page={FIRST_PAGE} className={styles.page} style={near && first.posts ? undefined : room}>
        {near && (
          <Page {...rest} {...first} own={own} brief={startAt === undefined && !heights.has(FIRST_PAGE)} last={bounds.length === 0} />
        )}
      </div>
      {bounds.map((after, index) => (
        <LaterPage key={after} {...rest} heights={heights} startAt={startAt} after={after} upTo={bounds[index + 1]} />
      ))}
    </>
  );
}
const FIRST_PAGE = 'first';

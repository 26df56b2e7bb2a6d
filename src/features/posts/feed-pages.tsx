import { memo, startTransition, useEffect, useRef, useState } from 'react';
import { FEED_PAGE_SIZE } from '../../../schemas/posts/post.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { type PageHeights, usePageSlot } from '../../ui/use-page-slot.ts';
import type { PersonOf } from '../people/use-people.ts';
import { FeedEnd, FeedMore } from './feed-end.tsx';
import styles from './feed-pages.module.css';
import { PostCard } from './post-card.tsx';
import { type FeedPageRows, useFeedPage } from './use-feed-page.ts';

/** More than fit on the screen: the others follow once these are painted. */
const FIRST_CARDS = 6;
/** A page that so many posts have come into is divided. */
const CROWDED = 3 * FEED_PAGE_SIZE;

interface PageProps {
  readonly personOf: PersonOf;
  /** who wrote today */
  readonly wroteToday: ReadonlySet<string>;
  /** a page ends here, and another one follows */
  readonly onBound: (bound: number) => void;
}

/** Cards of one page, and what follows them where it is the last. */
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
    /** begins with what fits on the screen: only where it is drawn first, since a page that comes back has its room to fill */
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
  /** the page that is looked at first, where one comes back to the feed */
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
  const { slot, near, room } = usePageSlot(key, heights, startAt === key);
  const rows = useFeedPage({ after, upTo }, near);
  return (
    <div ref={slot} data-page={key} className={styles.page} style={rows.posts ? undefined : room}>
      {near && <Page {...rest} {...rows} last={upTo === undefined} />}
    </div>
  );
}

/** The feed: its first page, which is read by the screen itself, and as many as were asked for since. */
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
    /** one's own posts that stand above the first page */
    readonly own: readonly LocalRow<'posts'>[];
    /** where each page but the last one ends */
    readonly bounds: readonly number[];
  }) {
  const { slot, near, room } = usePageSlot(FIRST_PAGE, heights, startAt === FIRST_PAGE);
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

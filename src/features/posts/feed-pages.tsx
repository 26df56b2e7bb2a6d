import { memo, useEffect, useRef } from 'react';
import type { LocalRow } from '../../../schemas/local/local-row.ts';
import type { PersonOf } from '../profiles/use-people.ts';
import { FeedEnd, FeedMore } from './feed-end.tsx';
import { PostCard } from './post-card.tsx';
import { type FeedPageRows, useFeedPage } from './use-feed-page.ts';

interface PageProps {
  readonly personOf: PersonOf;
  /** the last page gets a bound here, and another one follows */
  readonly onNext: (bound: number) => void;
}

/** Cards of one page, and what follows them where it is the last. */
const Page = memo(function Page({ posts, full, last, personOf, onNext }: FeedPageRows & PageProps & { readonly last: boolean }) {
  const end = posts?.at(-1)?.newest;
  const latestEnd = useRef(end);
  useEffect(() => {
    latestEnd.current = end;
  }, [end]);
  return (
    <>
      {posts?.map((post: LocalRow<'posts'>) => (
        <PostCard key={post.id} post={post} personOf={personOf} />
      ))}
      {last && full && <FeedMore key={end} onReach={() => latestEnd.current !== undefined && onNext(latestEnd.current)} />}
      {last && posts && !full && <FeedEnd />}
    </>
  );
});

function LaterPage({ after, upTo, ...rest }: PageProps & { readonly after: number; readonly upTo: number | undefined }) {
  const rows = useFeedPage(after, upTo);
  return <Page {...rest} {...rows} last={upTo === undefined} />;
}

/** The feed: its first page, which is read by the screen itself, and as many as were asked for since. */
export function FeedPages({
  first,
  bounds,
  ...rest
}: PageProps & {
  readonly first: FeedPageRows;
  /** where each page but the last one ends */
  readonly bounds: readonly number[];
}) {
  return (
    <>
      <Page {...rest} {...first} last={bounds.length === 0} />
      {bounds.map((after, index) => (
        <LaterPage key={after} {...rest} after={after} upTo={bounds[index + 1]} />
      ))}
    </>
  );
}

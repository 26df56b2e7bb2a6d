import { useCallback, useEffect, useState } from 'react';
import type { LocalRow } from '../../../schemas/local/local-row.ts';
import { FEED_PAGE_SIZE } from '../../../schemas/posts/post.ts';
import { useLiveQuery } from '../../data/local-store.tsx';

export interface Feed {
  /** newest first; undefined until the local store has answered */
  readonly posts: readonly LocalRow<'posts'>[] | undefined;
  readonly failed: boolean;
  /** whether the last page came back full */
  readonly hasMore: boolean;
  readonly loadMore: () => void;
}

/** How much of the feed was open when it was left, to find one's place again on the way back. */
let remembered = { limit: FEED_PAGE_SIZE, scroll: 0 };

/** The first pages of the feed, live. `restore` opens it as far, and at the place, as it was when it was left. */
export function useFeed(restore: boolean): Feed {
  const [limit, setLimit] = useState(restore ? remembered.limit : FEED_PAGE_SIZE);
  const [posts, setPosts] = useState<readonly LocalRow<'posts'>[]>();
  const { rows, error } = useLiveQuery(
    (store) => store.collections.posts.find({ selector: {}, sort: [{ newest: 'asc' }], limit, index: ['newest'] }),
    [limit],
  );
  // While the next page is read the ones before it stay.
  if (rows && rows !== posts) setPosts(rows);

  useRememberedPlace(restore, limit, posts !== undefined);
  const loadMore = useCallback(() => setLimit((before) => before + FEED_PAGE_SIZE), []);
  return { posts, failed: error !== undefined && error !== null, hasMore: rows !== undefined && rows.length === limit, loadMore };
}

function useRememberedPlace(restore: boolean, limit: number, ready: boolean) {
  useEffect(() => {
    if (restore && ready) window.scrollTo({ top: remembered.scroll, behavior: 'instant' });
  }, [restore, ready]);
  useEffect(() => {
    // Read while scrolling: once the screen goes, the page has another height.
    let scroll = window.scrollY;
    const keep = () => {
      scroll = window.scrollY;
    };
    window.addEventListener('scroll', keep, { passive: true });
    return () => {
      window.removeEventListener('scroll', keep);
      remembered = { limit, scroll };
    };
  }, [limit]);
}

import { useState } from 'react';
import type { LocalRow } from '../../../schemas/local/local-row.ts';
import { FEED_PAGE_SIZE } from '../../../schemas/posts/post.ts';
import { useLiveQuery } from '../../data/local-store.tsx';

export interface FeedPageRows {
  /** newest first; undefined until the local store has answered */
  readonly posts: readonly LocalRow<'posts'>[] | undefined;
  readonly failed: boolean;
  /** whether an open page came back full: then there may be more behind it */
  readonly full: boolean;
}

/**
 * One page of the feed, live: what sorts behind `after`, as far as `upTo`. A page without `upTo` is the last one and still
 * open; it gets its bound when the next one is asked for, so that a new post never moves what later pages hold.
 */
export function useFeedPage(after: number | undefined, upTo: number | undefined): FeedPageRows {
  const [posts, setPosts] = useState<readonly LocalRow<'posts'>[]>();
  const { rows, error } = useLiveQuery(
    (store) => {
      const range = { ...(after === undefined ? {} : { $gt: after }), ...(upTo === undefined ? {} : { $lte: upTo }) };
      return store.collections.posts.find({
        selector: after === undefined && upTo === undefined ? {} : { newest: range },
        sort: [{ newest: 'asc' }],
        index: ['newest'],
        ...(upTo === undefined ? { limit: FEED_PAGE_SIZE } : {}),
      });
    },
    [after, upTo],
  );
  // When a page gets its bound, what it showed stays until the bounded rows are there.
  if (rows && rows !== posts) setPosts(rows);
  return { posts, failed: Boolean(error), full: upTo === undefined && rows?.length === FEED_PAGE_SIZE };
}

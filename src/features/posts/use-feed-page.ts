import { useState } from 'react';
import { FEED_PAGE_SIZE } from '../../../schemas/posts/post.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery } from '../../data/local-store.tsx';
import { useNotBlocked } from '../friends/use-blocked.ts';

const authorOf = (post: LocalRow<'posts'>) => post.author_id;

export interface FeedRange {
  /** posts that sort before this are left out: they arrived after the reader began */
  readonly from?: number | undefined;
  readonly after?: number | undefined;
  readonly upTo?: number | undefined;
}

export interface FeedPageRows {
  /** newest first; undefined until the local store has answered */
  readonly posts: readonly LocalRow<'posts'>[] | undefined;
  readonly failed: boolean;
  /** whether an open page came back full, so there may be more posts behind it */
  readonly full: boolean;
}

/**
 * One page of the feed, live. A page without `upTo` is the last one and still open. It gets its bound when the next page is requested, so
 * that a new post never shifts later pages. A page that is not `active` runs no query and keeps no posts.
 */
export function useFeedPage({ from, after, upTo }: FeedRange, active = true): FeedPageRows {
  const [posts, setPosts] = useState<readonly LocalRow<'posts'>[]>();
  const { rows, error } = useLiveQuery(
    (store) => {
      if (!active) return null;
      const range = {
        ...(from === undefined ? {} : { $gte: from }),
        ...(after === undefined ? {} : { $gt: after }),
        ...(upTo === undefined ? {} : { $lte: upTo }),
      };
      return store.collections.posts.find({
        selector: Object.keys(range).length === 0 ? {} : { newest: range },
        sort: [{ newest: 'asc' }],
        index: ['newest'],
        ...(upTo === undefined ? { limit: FEED_PAGE_SIZE } : {}),
      });
    },
    [active, from, after, upTo],
  );
  // Posts by blocked members never show, even before the server has removed them from this device.
  const shown = useNotBlocked(rows, authorOf);
  // When the bounds of a page change, its posts stay until the rows for the new bounds are loaded.
  if (active && shown && shown !== posts) setPosts(shown);
  if (!active && posts) setPosts(undefined);
  return { posts: active ? posts : undefined, failed: Boolean(error), full: upTo === undefined && rows?.length === FEED_PAGE_SIZE };
}

import { useState } from 'react';
import { FEED_PAGE_SIZE } from '../../../schemas/posts/post.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery } from '../../data/local-store.tsx';
import { useNotBlocked } from '../friends/use-blocked.ts';

const authorOf = (post: LocalRow<'posts'>) => post.author_id;

export interface FeedRange {
  /** what sorts before this is not in it: it came after the reader began */
  readonly from?: number | undefined;
  readonly after?: number | undefined;
  readonly upTo?: number | undefined;
}

export interface FeedPageRows {
  /** newest first; undefined until the local store has answered */
  readonly posts: readonly LocalRow<'posts'>[] | undefined;
  readonly failed: boolean;
  /** whether an open page came back full: then there may be more behind it */
  readonly full: boolean;
}

/**
 * One page of the feed, live. A page without `upTo` is the last one and still open; it gets its bound when the next one is
 * asked for, so that a new post never moves what later pages hold. One that is not `active` asks nothing and keeps nothing.
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
  // Of whom one blocks nothing shows, also before the server has taken it from this device.
  const shown = useNotBlocked(rows, authorOf);
  // When the bounds of a page change, what it showed stays until the rows within the new ones are there.
  if (active && shown && shown !== posts) setPosts(shown);
  if (!active && posts) setPosts(undefined);
  return { posts: active ? posts : undefined, failed: Boolean(error), full: upTo === undefined && rows?.length === FEED_PAGE_SIZE };
}

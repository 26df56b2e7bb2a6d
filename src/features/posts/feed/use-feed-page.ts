import { useState } from 'react';
import { FEED_PAGE_SIZE } from '../../../../schemas/posts/post-limits.ts';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import type { Queried } from '../../../data/store/early-store.ts';
import { useLiveQuery } from '../../../data/store/local-store.tsx';
import { newestPosts } from '../../../first/first-queries.ts';
import { useNotBlocked } from '../../friends/blocking/use-blocked.ts';

const authorOf = (post: LocalRow<'posts'>) => post.author_id;

export interface FeedRange {
  /** only the posts of this member; without it, all posts */
  readonly author?: string | undefined;
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

/** The query of one page: the newest posts first, by an index that reads no rows of other pages or other members. */
export function feedPageQuery({ collections }: Pick<Queried, 'collections'>, { author, from, after, upTo }: FeedRange) {
  if (author === undefined && from === undefined && after === undefined && upTo === undefined) return collections.posts.find(newestPosts());
  const range = {
    ...(from === undefined ? {} : { $gte: from }),
    ...(after === undefined ? {} : { $gt: after }),
    ...(upTo === undefined ? {} : { $lte: upTo }),
  };
  const selector = Object.keys(range).length === 0 ? {} : { newest: range };
  const limit = upTo === undefined ? { limit: FEED_PAGE_SIZE } : {};
  if (author === undefined) return collections.posts.find({ selector, sort: [{ newest: 'asc' }], index: ['newest'], ...limit });
  return collections.posts.find({
    selector: { ...selector, author_id: author },
    sort: [{ author_id: 'asc' }, { newest: 'asc' }],
    index: ['author_id', 'newest'],
    ...limit,
  });
}

/**
 * One page of the feed, or of one member’s posts, live. A page without `upTo` is the last one and still open. It gets its bound when the
 * next page is requested, so that a new post never shifts later pages. A page that is not `active` runs no query and keeps no posts.
 */
export function useFeedPage({ author, from, after, upTo }: FeedRange, active = true): FeedPageRows {
  const [posts, setPosts] = useState<readonly LocalRow<'posts'>[]>();
  const { rows, error } = useLiveQuery(
    (store) => (active ? feedPageQuery(store, { author, from, after, upTo }) : null),
    [active, author, from, after, upTo],
  );
  // Posts by blocked members never show, even before the server has removed them from this device.
  const shown = useNotBlocked(rows, authorOf);
  // When the bounds of a page change, its posts stay until the rows for the new bounds are loaded.
  if (active && shown && shown !== posts) setPosts(shown);
  if (!active && posts) setPosts(undefined);
  return { posts: active ? posts : undefined, failed: Boolean(error), full: upTo === undefined && rows?.length === FEED_PAGE_SIZE };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery, useStore } from '../../data/local-store.tsx';

/** This close to the top the member has not begun to read, so new posts appear at once. */
const AT_TOP_PX = 8;
/** A member who looks away for longer than this returns to the posts they left, and sees a count of the new ones. */
const AWAY_MS = 30_000;
/** New posts are counted up to this number. */
const COUNTED = 100;

export interface FeedNews {
  /** sort key of the first shown post; undefined: start with the newest */
  readonly from: number | undefined;
  /** sort key of the newest shown post; posts above it are new when the member returns */
  readonly newest: number | undefined;
  /** the member's own newer posts, which always show */
  readonly own: readonly LocalRow<'posts'>[];
  /** the count of newer posts by others that are not shown yet */
  readonly waiting: number;
  /** shows all posts from now on */
  readonly show: () => void;
}

const none: readonly LocalRow<'posts'>[] = [];
/** A pending post is the member's own. It sorts before all accepted posts. */
const isAccepted = (post: LocalRow<'posts'>): boolean => post.newest >= 0;

/**
 * Prevents new posts from moving the text being read. Once the reader has scrolled from the top or looked away for a while, posts newer
 * than the first one are held back until the reader asks for them. `begin` is the first shown post from when the feed was left.
 */
export function useFeedNews(firstPage: readonly LocalRow<'posts'>[] | undefined, begin: number | undefined): FeedNews {
  const { userId } = useStore();
  const [from, setFrom] = useState(begin);
  const { rows } = useLiveQuery(
    (store) =>
      from === undefined
        ? null
        : store.collections.posts.find({
            selector: { newest: { $lt: from } },
            sort: [{ newest: 'asc' }],
            index: ['newest'],
            limit: COUNTED,
          }),
    [from],
  );
  const own = rows?.some((post) => post.author_id === userId) ? rows.filter((post) => post.author_id === userId) : none;
  const waiting = rows ? rows.length - own.length : 0;

  const facts = useRef({ newest: undefined as number | undefined, nothingWaits: true, away: false });
  useEffect(() => {
    facts.current.newest = firstPage?.find(isAccepted)?.newest;
    facts.current.nothingWaits = from === undefined || (rows !== undefined && waiting === 0);
  }, [firstPage, from, rows, waiting]);

  const look = useCallback(() => {
    const { newest, nothingWaits, away } = facts.current;
    if (away || window.scrollY > AT_TOP_PX) setFrom((before) => before ?? newest);
    else if (nothingWaits) setFrom(undefined);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks anew when the rows have changed
  useEffect(look, [look, firstPage, rows]);

  useEffect(() => {
    let hiddenAt = Date.now();
    const onScroll = () => {
      facts.current.away = false;
      look();
    };
    const onVisibility = () => {
      if (document.hidden) hiddenAt = Date.now();
      facts.current.away = document.hidden || Date.now() - hiddenAt > AWAY_MS;
      look();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      window.removeEventListener('scroll', onScroll);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [look]);

  const show = useCallback(() => {
    facts.current.away = false;
    facts.current.nothingWaits = true;
    setFrom(undefined);
  }, []);
  return { from, newest: from ?? firstPage?.find(isAccepted)?.newest, own, waiting, show };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery, useStore } from '../../data/local-store.tsx';

/** So close to the top one has not begun to read yet: what comes slides in. */
const AT_TOP_PX = 8;
/** Whoever looks away for longer comes back to what they left, and is told what is new. */
const AWAY_MS = 30_000;
/** More than this is not counted out. */
const COUNTED = 100;

export interface FeedNews {
  /** where what is shown begins; undefined: with whatever is newest */
  readonly from: number | undefined;
  /** the newest that is shown: what comes after one leaves is new when one is back */
  readonly newest: number | undefined;
  /** one's own posts that are newer: they always show */
  readonly own: readonly LocalRow<'posts'>[];
  /** how many posts of others wait to be shown */
  readonly waiting: number;
  /** shows all from now on */
  readonly show: () => void;
}

const none: readonly LocalRow<'posts'>[] = [];
/** A post that is not accepted yet is one's own; it sorts before all that are. */
const isAccepted = (post: LocalRow<'posts'>): boolean => post.newest >= 0;

/**
 * Keeps what comes from moving what is read: once the reader has left the top, or looked away for a while, posts that are newer than
 * the first one wait until they are asked for. `begin` is where it began when the feed was left.
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

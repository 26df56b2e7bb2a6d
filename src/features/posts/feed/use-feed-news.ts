import { useCallback, useEffect, useRef, useState } from 'react';
import { listen } from '../../../../schemas/base/listen.ts';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { useConnection } from '../../../data/store/connection.ts';
import { useLiveQuery, useOwnId } from '../../../data/store/local-store.tsx';
import { listenVisibility } from '../../../ui/behaviour/listen-visibility.ts';

/** This close to where the page was put, the member has not begun to read: new posts are added above what is in view. */
const AT_START_PX = 8;
/** This many are added above. Further ones are held back: those in view would leave the first page. */
const ABOVE = 10;
/** After the first posts of a device, the others follow for this long. They are no news. */
const FILLING_MS = 1000;
/** A member who looks away for longer than this returns to the posts they left, and sees a count of the new ones. */
const AWAY_MS = 30_000;
/** New posts are counted up to this number. */
const COUNTED = 100;

export interface FeedNews {
  /** sort key of the first shown post; undefined: start with the newest */
  readonly from: number | undefined;
  /** sort key of the newest post that the member has seen; posts above it are new when the member returns */
  readonly newest: number | undefined;
  /** the member's own newer posts, which always show */
  readonly own: readonly LocalRow<'posts'>[];
  /** the count of newer posts by others: those above what the member has seen, and those that are not shown yet */
  readonly waiting: number;
  /** sort key of the post that was the newest when the feed was opened, or asked for: what lies above the posts stays above this one */
  readonly opened: number | undefined;
  /** whether posts may be added above the cards in view, which then stay where they are */
  readonly steady: boolean;
  /** to be called when the page has scrolled by what was added above, with the position before */
  readonly grown: (before: number) => void;
  /** the sort key of the newest post that the member has seen at the top, if there are newer ones */
  readonly seen: number | undefined;
  /** shows all posts from now on */
  readonly show: () => void;
}

const none: readonly LocalRow<'posts'>[] = [];
/** A pending post is the member's own. It sorts before all accepted posts. */
const isAccepted = (post: LocalRow<'posts'>): boolean => post.newest >= 0;

const isAtStart = (position: number, start: number): boolean => position <= AT_START_PX || Math.abs(position - start) <= AT_START_PX;
const isNews = (post: LocalRow<'posts'>, seen: number, userId: string): boolean =>
  isAccepted(post) && post.newest < seen && post.author_id !== userId;

/** Whether this device has had its posts for a moment. Until then they arrive one page after the other. */
function useFirstFilled(): boolean {
  const { filled } = useConnection();
  const has = filled('posts');
  const [had, setHad] = useState(has);
  useEffect(() => {
    if (!has || had) return;
    const timer = setTimeout(() => setHad(true), FILLING_MS);
    return () => clearTimeout(timer);
  }, [has, had]);
  return had;
}

/**
 * Prevents new posts from moving the text being read, or a card under a finger. At the top they are added above what is in view. Once the
 * reader has scrolled from there or looked away for a while, posts newer than the first one are held back until the reader asks for them.
 * `begin` is the first shown post from when the feed was left.
 */
export function useFeedNews(firstPage: readonly LocalRow<'posts'>[] | undefined, begin: number | undefined): FeedNews {
  const userId = useOwnId();
  const filled = useFirstFilled();
  // Posts that were asked for come where the reader looks for them.
  const [asked, setAsked] = useState(false);
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
  const newest = from ?? firstPage?.find(isAccepted)?.newest;
  const [opened, setOpened] = useState<number>();
  if (opened === undefined && newest !== undefined && filled && !asked) setOpened(newest);
  const [seen, setSeen] = useState<number>();
  const above = seen === undefined ? 0 : (firstPage?.filter((post) => isNews(post, seen, userId)).length ?? 0);

  const facts = useRef({
    newest: undefined as number | undefined,
    nothingWaits: true,
    away: false,
    start: 0,
    above: 0,
    asked,
  });
  useEffect(() => {
    facts.current.newest = firstPage?.find(isAccepted)?.newest;
    facts.current.nothingWaits = from === undefined || (rows !== undefined && waiting === 0);
    facts.current.above = above;
    facts.current.asked = asked;
  }, [firstPage, from, rows, waiting, above, asked]);

  const look = useCallback(() => {
    const { newest, nothingWaits, away, start } = facts.current;
    const { scrollY } = window;
    if (scrollY <= AT_START_PX && start > 0) {
      facts.current.start = 0;
      facts.current.above = 0;
      setSeen(undefined);
    }
    // They are on their way.
    if (facts.current.asked) return;
    const holds = away || facts.current.above >= ABOVE || !isAtStart(scrollY, start);
    if (holds) setFrom((before) => before ?? newest);
    else if (nothingWaits) setFrom(undefined);
  }, []);
  const grown = useCallback((position: number) => {
    // The facts are still those before the posts were added.
    const { newest, start } = facts.current;
    if (!isAtStart(position, start)) return;
    facts.current.start = window.scrollY;
    setSeen((before) => before ?? newest);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they have come with the first page that follows
  useEffect(() => setAsked(false), [firstPage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks anew when the rows have changed
  useEffect(look, [look, firstPage, rows, asked]);

  useEffect(() => {
    let hiddenAt = Date.now();
    const onScroll = () => {
      facts.current.away = false;
      look();
    };
    const onVisibility = () => {
      if (document.hidden) hiddenAt = Date.now();
      facts.current.away = document.hidden || Date.now() - hiddenAt > AWAY_MS;
    };
    const stops = [listen([window, 'scroll', onScroll], [document, 'visibilitychange', onVisibility]), listenVisibility(look)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [look]);

  const show = useCallback(() => {
    facts.current.away = false;
    facts.current.nothingWaits = true;
    facts.current.start = 0;
    facts.current.above = 0;
    setSeen(undefined);
    setOpened(undefined);
    setAsked(from !== undefined);
    setFrom(undefined);
  }, [from]);
  return {
    from,
    newest: seen ?? newest,
    own,
    waiting: waiting + above,
    opened,
    steady: filled && !asked,
    grown,
    seen,
    show,
  };
}

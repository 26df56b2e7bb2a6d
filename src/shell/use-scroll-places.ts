/**
 * A page that the member goes back to, or reloads, appears where they left it; a page that they navigate to begins at its top. Content
 * comes from the local store a moment after the page itself, so this waits until the page is long enough. Places are forgotten when the
 * member signs out.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { listen } from '../../schemas/base/listen.ts';
import { onMovedByHand } from '../ui/behaviour/moved-by-hand.ts';
import { isStaticPageShown } from './start/take-over.ts';

const KEY = 'scrollPlaces';
const PLACES_MAX = 50;
/** Content that takes longer is not waited for. */
const GIVE_UP_MS = 5000;
/** Rows that arrive or grow above the place push it away. It is kept in place until nothing has moved for this long. */
const STILL_MS = 400;

/** How far down each page was when it was left. Read on first use: the places of another member are removed by then. */
let known: Map<string, number> | undefined;
function storedPlaces(): Map<string, number> {
  known ??= new Map(readPlaces());
  return known;
}

function readPlaces(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

function remember(id: string, y: number): void {
  const places = storedPlaces();
  places.delete(id);
  places.set(id, y);
  for (const oldest of [...places.keys()].slice(0, -PLACES_MAX)) places.delete(oldest);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...places]));
  } catch {
    // It is known until the next reload.
  }
}

/**
 * Scrolls there once the page is long enough, and stays there until the page is still or the member scrolls. Returns a function that stops
 * it.
 */
function scrollWhenPossible(y: number): () => void {
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    clearTimeout(still);
    forget();
  };
  const attempt = () => {
    window.scrollTo({ top: y, behavior: 'instant' });
    clearTimeout(still);
    if (Math.abs(window.scrollY - y) < 1) still = setTimeout(stop, STILL_MS);
  };
  let still: ReturnType<typeof setTimeout> | undefined;
  const observer = new ResizeObserver(attempt);
  const timer = setTimeout(stop, GIVE_UP_MS);
  const forget = onMovedByHand(stop);
  observer.observe(document.body);
  attempt();
  return stop;
}

/** Whether the browser loaded this page by a reload or its own Back, not because an address was opened. */
export function isLoadedAgain(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
}

/**
 * How far down the page was left that the browser has just loaded again, in pixels; 0 for any other. For the time before the router
 * begins.
 */
export function placeAtStart(): number {
  const { key = 'default' } = (window.history.state ?? {}) as { readonly key?: string };
  return isLoadedAgain() ? (storedPlaces().get(`${key} ${window.location.pathname}`) ?? 0) : 0;
}

/**
 * Call it once, around all pages, for this member or a visitor. A page for which `holdsItsPlace` returns true keeps its place by its
 * content, which is better than by its scroll position.
 */
export function useScrollPlaces(holdsItsPlace: (pathname: string) => boolean, userId: string | undefined): void {
  const { pathname, key } = useLocation();
  const move = useNavigationType();
  // Without the part behind the path: the link of a mail has a secret there.
  const id = `${key} ${pathname}`;
  const ownerId = useRef(userId);
  const here = useRef<{ readonly id: string; readonly pathname: string }>(undefined);
  const y = useRef(0);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const look = () => {
      y.current = window.scrollY;
    };
    // The known position: asking for it would lay out a page that is about to go.
    const leave = () => here.current && remember(here.current.id, y.current);
    return listen([window, 'scroll', look], [window, 'pagehide', leave]);
  }, []);

  useLayoutEffect(() => {
    if (ownerId.current !== userId) {
      ownerId.current = userId;
      storedPlaces().clear();
      here.current = undefined;
      return;
    }
    const before = here.current;
    if (before?.id === id) return;
    here.current = { id, pathname };
    // The last seen position: the next page may already be on the screen, and shorter.
    if (before) remember(before.id, y.current);
    if (move !== 'POP') {
      if (move === 'PUSH' || before?.pathname !== pathname) {
        y.current = 0;
        window.scrollTo({ top: 0, behavior: 'instant' });
      }
      return;
    }
    const place = before || isLoadedAgain() ? (storedPlaces().get(id) ?? 0) : 0;
    // A visitor may have scrolled before the app was there.
    if (place === 0 && before === undefined && isStaticPageShown()) {
      y.current = window.scrollY;
      return;
    }
    // A page that is left before it is long enough keeps its place.
    y.current = place;
    // The top is there from the start, so nothing needs to be kept in place.
    if (place > 0 && (before === undefined || !holdsItsPlace(pathname))) return scrollWhenPossible(place);
    window.scrollTo({ top: place, behavior: 'instant' });
  }, [id, pathname, move, holdsItsPlace, userId]);
}

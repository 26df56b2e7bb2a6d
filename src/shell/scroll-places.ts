/**
 * A page that is gone back to, or loaded again, stands where it was left; one that is gone to begins at its top. What a page shows
 * comes from the local store a moment after the page itself, so the place is looked for until there is enough page to have it. Where a
 * member was is forgotten when they sign out.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { onMovedByHand } from '../ui/moved-by-hand.ts';

const KEY = 'scrollPlaces';
const PLACES_MAX = 50;
/** What does not come within this time is not waited for. */
const GIVE_UP_MS = 5000;
/** Rows that come, or grow, above the place push it away: it is held until nothing has moved for so long. */
const STILL_MS = 400;

/** Of pages that were left: how far down they were. Read when it is first asked for: what was another member's is gone by then. */
let known: Map<string, number> | undefined;
function placesLeft(): Map<string, number> {
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
  const places = placesLeft();
  places.delete(id);
  places.set(id, y);
  for (const oldest of [...places.keys()].slice(0, -PLACES_MAX)) places.delete(oldest);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...places]));
  } catch {
    // Then it is known until the next reload.
  }
}

/** Scrolls there once the page is long enough and holds it until the page is still, unless somebody moves it themself. Returns how to stop. */
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

/** Whether the browser loaded this page by a reload or by its own Back, not by an address that somebody opened. */
function isLoadedAgain(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
}

/**
 * Once, around all pages, of this member or of a visitor. A page for which `holdsItsPlace` keeps its place by what is on it, which is better
 * than by how far down.
 */
export function useScrollPlaces(holdsItsPlace: (pathname: string) => boolean, userId: string | undefined): void {
  const { pathname, key } = useLocation();
  const move = useNavigationType();
  // Without what is behind the path: the link of a mail has a secret there.
  const id = `${key} ${pathname}`;
  const whose = useRef(userId);
  const here = useRef<{ readonly id: string; readonly pathname: string }>(undefined);
  const y = useRef(0);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const look = () => {
      y.current = window.scrollY;
    };
    const leave = () => here.current && remember(here.current.id, window.scrollY);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('pagehide', leave);
    };
  }, []);

  useLayoutEffect(() => {
    if (whose.current !== userId) {
      whose.current = userId;
      placesLeft().clear();
      here.current = undefined;
      return;
    }
    const before = here.current;
    if (before?.id === id) return;
    here.current = { id, pathname };
    // What was seen last: by now the next page may be on the screen, and a shorter one.
    if (before) remember(before.id, y.current);
    if (move !== 'POP') {
      if (move === 'PUSH' || before?.pathname !== pathname) window.scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    const place = before || isLoadedAgain() ? (placesLeft().get(id) ?? 0) : 0;
    // The top is there from the start: nothing has to be held.
    if (place > 0 && (before === undefined || !holdsItsPlace(pathname))) return scrollWhenPossible(place);
    window.scrollTo({ top: place, behavior: 'instant' });
  }, [id, pathname, move, holdsItsPlace, userId]);
}

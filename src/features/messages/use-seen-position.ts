import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { listen } from '../../../schemas/base/listen.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { markRead } from './read-position.ts';

/** A message that only scrolls past is not read. After this long without scrolling, it is. */
const READ_AFTER_MS = 400;

/** The time of the newest accepted message whose end is visible; null if there is none. */
function newestSeen(scroller: Element): string | null {
  const { bottom } = scroller.getBoundingClientRect();
  let newest: string | null = null;
  for (const element of scroller.querySelectorAll<HTMLElement>('[data-message]')) {
    const time = element.dataset.message;
    if (!time || element.getBoundingClientRect().bottom > bottom + 1) continue;
    if (newest === null || time > newest) newest = time;
  }
  return newest;
}

/**
 * Moves the read position to what is on the screen, while the page is visible. Returns a function to call when the visible messages may
 * have changed.
 */
export function useSeenPosition(groupId: string, scroller: RefObject<HTMLElement | null>): () => void {
  const store = useStore();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const mark = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (document.visibilityState !== 'visible' || !scroller.current?.isConnected) return;
    const newest = newestSeen(scroller.current);
    if (newest) markRead(store, groupId, newest).catch((error: unknown) => console.warn('The read position could not be kept', error));
  }, [store, groupId, scroller]);
  const look = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(mark, READ_AFTER_MS);
  }, [mark]);
  // A member who leaves has read the messages visible now. This runs in the layout phase, because later they are no longer on the page.
  useLayoutEffect(
    () => () => {
      if (timer.current !== undefined) mark();
    },
    [mark],
  );
  useEffect(() => {
    const stop = listen([document, 'visibilitychange', look], [window, 'pagehide', mark]);
    return () => {
      clearTimeout(timer.current);
      stop();
    };
  }, [look, mark]);
  return look;
}

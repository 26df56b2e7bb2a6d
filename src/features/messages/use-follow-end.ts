import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtuosoHandle } from 'react-virtuoso';

/** Near enough to the newest message to go on with it. */
const NEAR_END_PX = 5;

export interface FollowEnd {
  /** whether the newest message is in view and followed */
  readonly atEnd: boolean;
  /** Goes to the newest message, also to one that is only just written. */
  readonly toEnd: () => void;
  /** Call it whenever the list was scrolled, or changed its height. */
  readonly measure: () => void;
}

/**
 * Keeps the end of the list in view as long as one is there, whatever grows: a message more, reactions, the field below. Whoever scrolls
 * up stays where they are. The list's own way of following takes rows that get their height while one scrolls up for such growth,
 * and would throw one back.
 */
export function useFollowEnd(
  list: RefObject<VirtuosoHandle | null>,
  scroller: RefObject<HTMLElement | null>,
  opensAtEnd: boolean,
  newest: string | undefined,
): FollowEnd {
  const [atEnd, setAtEnd] = useState(opensAtEnd);
  const following = useRef(opensAtEnd);
  /** on the way to the end: heights that become known on it are no scrolling of somebody's */
  const going = useRef(opensAtEnd);
  const lastTop = useRef(0);

  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const left = () => element.scrollHeight - element.scrollTop - element.clientHeight;
    if (left() <= NEAR_END_PX) {
      following.current = true;
      going.current = false;
    } else if (!going.current && element.scrollTop < lastTop.current) {
      following.current = false;
    } else if (following.current) {
      element.scrollTop = element.scrollHeight;
    }
    lastTop.current = element.scrollTop;
    setAtEnd(following.current);
  }, [scroller]);
  const toEnd = useCallback(() => {
    following.current = true;
    going.current = true;
    list.current?.scrollToIndex({ index: 'LAST', align: 'end' });
  }, [list]);

  const known = useRef(newest);
  useLayoutEffect(() => {
    if (known.current === newest) return;
    known.current = newest;
    if (following.current) toEnd();
  }, [newest, toEnd]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, measure]);
  return { atEnd, toEnd, measure };
}

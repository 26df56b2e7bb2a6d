import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';

/** A page so far from the screen keeps its room and nothing else. */
const FAR = '3000px 0px';

/** How high each page was when it was last on the page, by its key. */
export type PageHeights = Map<string, number>;

export interface PageSlot {
  readonly slot: RefObject<HTMLDivElement | null>;
  /** whether its rows are to be shown */
  readonly near: boolean;
  /** keeps the room of rows that are not there */
  readonly room: CSSProperties | undefined;
}

export interface PageSlotOptions {
  /** the element that scrolls, where that is not the document */
  readonly scroller?: RefObject<HTMLElement | null>;
  /** the room, in px, of a page that was never drawn and need not be; without it a page is drawn to be measured */
  readonly guess?: number | undefined;
}

/**
 * The place of one page of a long list: what is around the screen is in the document, the rest is room. A page that becomes `needed` is
 * drawn at once, wherever it stands.
 */
export function usePageSlot(key: string, heights: PageHeights, needed: boolean, { scroller, guess }: PageSlotOptions = {}): PageSlot {
  const slot = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(needed || (guess === undefined && !heights.has(key)));
  const [wasNeeded, setWasNeeded] = useState(needed);
  if (wasNeeded !== needed) {
    setWasNeeded(needed);
    if (needed) setNear(true);
  }
  useEffect(() => {
    const element = slot.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        // Measured while the cards still stand in it.
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0) heights.set(key, entry.boundingClientRect.height);
        setNear(entry.isIntersecting);
      },
      { root: scroller?.current ?? null, rootMargin: FAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [key, heights, scroller]);
  const height = heights.get(key) ?? guess;
  return { slot, near, room: height === undefined ? undefined : { blockSize: height } };
}

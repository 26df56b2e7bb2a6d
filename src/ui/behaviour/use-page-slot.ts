import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';

/** A page that is farther than this from the screen keeps its space and nothing else. */
const FAR = '3000px 0px';

/** The height of each page when it was last rendered, by its key. */
export type PageHeights = Map<string, number>;

export interface PageSlot {
  readonly slot: RefObject<HTMLDivElement | null>;
  /** whether its rows must be rendered */
  readonly near: boolean;
  /** keeps the space of rows that are not rendered */
  readonly spaceStyle: CSSProperties | undefined;
}

export interface PageSlotOptions {
  /** the element that scrolls, if it is not the document */
  readonly scroller?: RefObject<HTMLElement | null>;
  /** the height, in px, of a page that was never rendered and need not be; without it a page is rendered to be measured */
  readonly guess?: number | undefined;
}

/**
 * The place of one page of a long list: pages around the screen are in the document, the rest is empty space. A page that becomes `needed`
 * is rendered at once, wherever it is, and stays until the screen has reached it.
 */
export function usePageSlot(key: string, heights: PageHeights, needed: boolean, { scroller, guess }: PageSlotOptions = {}): PageSlot {
  const slot = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(needed || (guess === undefined && !heights.has(key)));
  const [wasNeeded, setWasNeeded] = useState(needed);
  // What scrolls to it may wait for its rows, longer than the browser takes to say that it is far away.
  const awaited = useRef(needed);
  if (wasNeeded !== needed) {
    setWasNeeded(needed);
    if (needed) setNear(true);
  }
  useEffect(() => {
    awaited.current = needed;
  }, [needed]);
  useEffect(() => {
    const element = slot.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        if (entry.isIntersecting) awaited.current = false;
        if (awaited.current) return;
        // Measured while the cards are still in it.
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0) heights.set(key, entry.boundingClientRect.height);
        setNear(entry.isIntersecting);
      },
      { root: scroller?.current ?? null, rootMargin: FAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [key, heights, scroller]);
  const height = heights.get(key) ?? guess;
  return { slot, near, spaceStyle: height === undefined ? undefined : { blockSize: height } };
}

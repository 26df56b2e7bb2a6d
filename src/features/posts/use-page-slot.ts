import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';

/** A page so far from the screen keeps its room and nothing else. */
const FAR = '3000px 0px';

/** How high each page was when it was last on the page, by the key that its rows follow. */
export type PageHeights = Map<string, number>;

export interface PageSlot {
  readonly slot: RefObject<HTMLDivElement | null>;
  /** whether its rows are to be shown */
  readonly near: boolean;
  /** keeps the room of rows that are not there */
  readonly room: CSSProperties | undefined;
}

/** The place of one page: a feed of thousands of posts has the cards around the screen in the document, and room for the others. */
export function usePageSlot(key: string, heights: PageHeights, startNear: boolean): PageSlot {
  const slot = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(startNear || !heights.has(key));
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
      { rootMargin: FAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [key, heights]);
  const height = heights.get(key);
  return { slot, near, room: height === undefined ? undefined : { blockSize: height } };
}

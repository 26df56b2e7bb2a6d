import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { PageHeights } from '../../ui/use-page-slot.ts';

/** How much of the feed is open. */
export interface OpenFeed {
  /** where each page but the last one ends */
  readonly bounds: readonly number[];
  readonly heights: PageHeights;
  /** where what is shown begins; undefined: with whatever is newest */
  readonly from: number | undefined;
}

/** What was open when it was left, and which post of which page stood at the top, how far below the edge. */
interface FeedPlace extends OpenFeed {
  readonly page: string | undefined;
  readonly postId: string | undefined;
  readonly offset: number;
}

const top: FeedPlace = { bounds: [], heights: new Map(), from: undefined, page: undefined, postId: undefined, offset: 0 };
let left: FeedPlace = top;
/** Rows that do not come within this time are not waited for. */
const GIVE_UP_MS = 5000;
/** Cards that come into view get their real height then: the place is held until none has moved it for so many frames. */
const STILL_FRAMES = 10;

export const cardId = (postId: string): string => `post-${postId}`;

/** The feed as it was left last. */
export const feedLeft = (): FeedPlace => left;
/** The feed as it is begun. */
export const feedBegun: FeedPlace = top;

/** Remembers the place in the feed when it is left; with `restore` it goes back there once the post is on the page again. */
export function useFeedPlace(feed: RefObject<HTMLElement | null>, open: OpenFeed, restore: boolean): void {
  const latest = useRef(open);
  useLayoutEffect(() => {
    latest.current = open;
  });

  useLayoutEffect(() => {
    const element = feed.current;
    if (!element) return;
    return () => {
      // The cards are still on the page here. The first that reaches below the bar is the one that was read.
      const edge = element.getBoundingClientRect().top + window.scrollY;
      const heights: PageHeights = new Map();
      for (const page of element.querySelectorAll<HTMLElement>('[data-page]')) {
        heights.set(page.dataset.page ?? '', page.getBoundingClientRect().height);
      }
      const cards = [...element.querySelectorAll('article')];
      const card = cards.find((each) => each.getBoundingClientRect().bottom > edge);
      left = {
        ...latest.current,
        heights,
        page: card?.closest<HTMLElement>('[data-page]')?.dataset.page,
        postId: card?.id.slice(cardId('').length),
        offset: card?.getBoundingClientRect().top ?? 0,
      };
    };
  }, [feed]);

  useLayoutEffect(() => {
    const element = feed.current;
    const { postId, offset } = left;
    if (!restore || !element || postId === undefined) return;
    const events = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
    let frame = 0;
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      for (const event of events) window.removeEventListener(event, stop);
    };
    const hold = (card: HTMLElement, still: number) => {
      const moved = card.getBoundingClientRect().top - offset;
      const before = window.scrollY;
      if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
      // At either end of the page it stays where it is, which is as good as it gets.
      const next = window.scrollY === before ? still + 1 : 0;
      if (next < STILL_FRAMES && card.isConnected) frame = requestAnimationFrame(() => hold(card, next));
      else stop();
    };
    const look = () => {
      const card = document.getElementById(cardId(postId));
      if (!card) return;
      observer.disconnect();
      hold(card, 0);
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(stop, GIVE_UP_MS);
    observer.observe(element, { childList: true, subtree: true });
    // Whoever moves the page themself is not pulled back.
    for (const event of events) window.addEventListener(event, stop, { passive: true });
    look();
    return stop;
  }, [feed, restore]);
}

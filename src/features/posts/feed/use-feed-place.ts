import { type RefObject, useLayoutEffect, useRef } from 'react';
import { keepPlace } from '../../../ui/behaviour/keep-place.ts';
import { onMovedByHand } from '../../../ui/behaviour/moved-by-hand.ts';
import type { PageHeights } from '../../../ui/behaviour/use-page-slot.ts';

/** How much of the feed is open. */
export interface OpenFeed {
  /** the end of each page except the last */
  readonly bounds: readonly number[];
  readonly heights: PageHeights;
  /** sort key of the first shown post; undefined: start with the newest */
  readonly from: number | undefined;
}

/** What was open when the feed was left, and which post of which page was at the top, and how far below the edge. */
interface FeedPlace extends OpenFeed {
  readonly page: string | undefined;
  readonly postId: string | undefined;
  readonly offset: number;
}

const top: FeedPlace = { bounds: [], heights: new Map(), from: undefined, page: undefined, postId: undefined, offset: 0 };
/** By list: the feed, or the posts of one member. */
const lastPlaces = new Map<string, FeedPlace>();
/** The key of the feed's place. */
const FEED = 'feed';
/** How long to wait for the rows of the remembered position. */
const GIVE_UP_MS = 5000;

export const cardId = (postId: string): string => `post-${postId}`;

/** A list of posts as it was last left. */
export const lastFeedPlace = (list = FEED): FeedPlace => lastPlaces.get(list) ?? top;
/** The feed at its start. */
export const initialFeedPlace: FeedPlace = top;

/**
 * Remembers the position in a list of posts when it is left. With `restore` it returns to that position once the post is on the page again.
 */
export function useFeedPlace(feed: RefObject<HTMLElement | null>, open: OpenFeed, restore: boolean, list = FEED): void {
  const latest = useRef(open);
  useLayoutEffect(() => {
    latest.current = open;
  });

  useLayoutEffect(() => {
    const element = feed.current;
    if (!element) return;
    return () => {
      // The cards are still on the page here. The first card that reaches below the bar is the one that was being read.
      const edge = element.getBoundingClientRect().top + window.scrollY;
      const heights: PageHeights = new Map();
      for (const page of element.querySelectorAll<HTMLElement>('[data-page]')) {
        heights.set(page.dataset.page ?? '', page.getBoundingClientRect().height);
      }
      const cards = [...element.querySelectorAll('article')];
      const card = cards.find((each) => each.getBoundingClientRect().bottom > edge);
      lastPlaces.set(list, {
        ...latest.current,
        heights,
        page: card?.closest<HTMLElement>('[data-page]')?.dataset.page,
        postId: card?.id.slice(cardId('').length),
        offset: card?.getBoundingClientRect().top ?? 0,
      });
    };
  }, [feed, list]);

  useLayoutEffect(() => {
    const element = feed.current;
    const { postId, offset } = lastFeedPlace(list);
    if (!restore || !element || postId === undefined) return;
    let letGo: (() => void) | undefined;
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      forget();
      letGo?.();
    };
    const look = () => {
      const card = document.getElementById(cardId(postId));
      if (!card) return;
      observer.disconnect();
      letGo = keepPlace(card, () => {
        const moved = card.getBoundingClientRect().top - offset;
        if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
      });
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(stop, GIVE_UP_MS);
    const forget = onMovedByHand(stop);
    observer.observe(element, { childList: true, subtree: true });
    look();
    return stop;
  }, [feed, list, restore]);
}

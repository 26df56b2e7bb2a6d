// What a finger on a row is about: scrolling the page, or swiping the row to one side.

/** So far a finger trembles. */
const SLOP = 10;
/** From here on letting go means it, on a narrow row from a third of it. */
const FAR = 112;

export type SwipeIntent = 'undecided' | 'scroll' | 'swipe';

/** What a movement from where the finger came down means. Once it scrolls, it never becomes a swipe. */
export function swipeIntent(dx: number, dy: number): SwipeIntent {
  if (Math.hypot(dx, dy) < SLOP) return 'undecided';
  return Math.abs(dx) > 1.5 * Math.abs(dy) ? 'swipe' : 'scroll';
}

/** The side that a row is swiped to, in the direction of its text. */
export const swipeSide = (dx: number, rtl: boolean): 'start' | 'end' => (dx < 0 !== rtl ? 'start' : 'end');

export const isFar = (dx: number, width: number): boolean => Math.abs(dx) >= Math.min(FAR, width / 3);

// What a finger on a row intends: to scroll the page, or to swipe the row to one side.

/** How far a finger trembles. */
const SLOP = 10;
/** From here on letting go acts; on a narrow row, from a third of its width on. */
const FAR = 112;

export type SwipeIntent = 'undecided' | 'scroll' | 'swipe';

/** What a movement from the first touch means. A scroll never becomes a swipe. */
export function swipeIntent(dx: number, dy: number): SwipeIntent {
  if (Math.hypot(dx, dy) < SLOP) return 'undecided';
  return Math.abs(dx) > 1.5 * Math.abs(dy) ? 'swipe' : 'scroll';
}

/** The side that a row is swiped to, in the direction of its text. */
export const swipeSide = (dx: number, rtl: boolean): 'start' | 'end' => (dx < 0 !== rtl ? 'start' : 'end');

export const isFar = (dx: number, width: number): boolean => Math.abs(dx) >= Math.min(FAR, width / 3);

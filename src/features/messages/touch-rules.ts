/** How a finger on a message is understood: what is a swipe, and when it is far enough to reply. */

/** So far a finger may stray and still press. */
export const SLOP_PX = 10;
/** Let go from here on, a swipe replies. */
export const REPLY_PX = 56;
/** The bubble follows no further. */
export const FARTHEST_PX = 72;
/** A swipe that leaves its line so far is none. */
const ASTRAY_PX = 48;
/** A swipe from the very edge of the screen is the system's, which goes back. */
export const EDGE_PX = 24;

export interface Swipe {
  /** how far the bubble has come, in the direction of reading */
  readonly px: number;
  readonly replies: boolean;
}

/**
 * What a finger that has moved so far is about: null while it may still press, `none` where it scrolls or goes against the direction of
 * reading, else a swipe. `begun`: it was a swipe before, and goes on as one also when it is led back.
 */
export function swipeOf(dx: number, dy: number, rtl: boolean, begun: boolean): Swipe | 'none' | null {
  const forward = rtl ? -dx : dx;
  if (begun) {
    if (Math.abs(dy) > ASTRAY_PX) return 'none';
  } else {
    if (Math.hypot(dx, dy) <= SLOP_PX) return null;
    if (forward < Math.abs(dy) * 1.5) return 'none';
  }
  const px = Math.min(Math.max(forward, 0), FARTHEST_PX);
  return { px, replies: px >= REPLY_PX };
}

/** Interprets a finger on a message: whether it swipes, and whether the swipe is far enough to reply. */

/** A finger may move this far and still count as a press. */
export const SLOP_PX = 10;
/** A swipe released beyond this distance replies. */
export const REPLY_PX = 56;
/** The bubble moves at most this far. */
export const FARTHEST_PX = 72;
/** A swipe that leaves its line by more than this ends. */
const ASTRAY_PX = 48;
/** A swipe from the very edge of the screen belongs to the system, which goes back. */
export const EDGE_PX = 24;

export interface Swipe {
  /** how far the bubble has moved, in the reading direction */
  readonly px: number;
  readonly replies: boolean;
}

/**
 * Interprets the distance that a finger has moved. Null: it may still be a press. `none`: it scrolls or goes against the reading direction.
 * Otherwise: a swipe. `begun`: it was a swipe already, and stays one when it is moved back.
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

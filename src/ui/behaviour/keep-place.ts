// Keeps what the member reads in its place while content around it arrives, or takes its real height.
import { onMovedByHand } from './moved-by-hand.ts';

/** Elements that come into view take their real height then. The place is kept until nothing has moved it for this many frames. */
const STILL_FRAMES = 10;

/**
 * Scrolls the page by `toPlace`, and again with each frame, until that moves nothing any more, the element is removed, or the member
 * scrolls. Returns a function that stops it.
 */
export function keepPlace(element: HTMLElement, toPlace: () => void): () => void {
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    forget();
  };
  const hold = (still: number) => {
    const before = window.scrollY;
    toPlace();
    // At either end of the page it cannot scroll any further, which counts as still.
    const next = Math.abs(window.scrollY - before) < 1 ? still + 1 : 0;
    if (next < STILL_FRAMES && element.isConnected) frame = requestAnimationFrame(() => hold(next));
    else stop();
  };
  const forget = onMovedByHand(stop);
  hold(0);
  return stop;
}

/** Scrolls the page to an element and keeps it there. */
export function keepInView(element: HTMLElement, block: 'center' | 'end'): () => void {
  return keepPlace(element, () => {
    // An element that is taller than half the screen is read from its beginning.
    const high = element.getBoundingClientRect().height > window.innerHeight / 2;
    element.scrollIntoView({ block: high && block === 'center' ? 'start' : block, behavior: 'instant' });
  });
}

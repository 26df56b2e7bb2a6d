// Keeps what one reads in its place while what lies around it comes, or takes its real height.
import { onMovedByHand } from './moved-by-hand.ts';

/** Elements that come into view get their real height then: the place is held until none has moved it for so many frames. */
const STILL_FRAMES = 10;

/**
 * Scrolls the page by `toPlace`, and again with each frame, until that moves nothing any more, the element is gone, or somebody moves the
 * page themself. Returns a way to let go.
 */
export function holdPlace(element: HTMLElement, toPlace: () => void): () => void {
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    forget();
  };
  const hold = (still: number) => {
    const before = window.scrollY;
    toPlace();
    // At either end of the page it stays where it is, which is as good as it gets.
    const next = Math.abs(window.scrollY - before) < 1 ? still + 1 : 0;
    if (next < STILL_FRAMES && element.isConnected) frame = requestAnimationFrame(() => hold(next));
    else stop();
  };
  const forget = onMovedByHand(stop);
  hold(0);
  return stop;
}

/** Scrolls the page to an element and holds it there. */
export function holdInView(element: HTMLElement, block: 'center' | 'end'): () => void {
  return holdPlace(element, () => {
    // What is higher than the screen is read from its beginning.
    const high = element.getBoundingClientRect().height > window.innerHeight / 2;
    element.scrollIntoView({ block: high && block === 'center' ? 'start' : block, behavior: 'instant' });
  });
}

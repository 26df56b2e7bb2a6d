/** Elements that come into view get their real height then: the place is held until none has moved it for so many frames. */
const STILL_FRAMES = 10;
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls the page to an element and holds it there while what lies around it takes its real height. Whoever moves the page themself
 * is not pulled back. Returns a way to let go.
 */
export function holdInView(element: HTMLElement, block: 'center' | 'end'): () => void {
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const move of moves) window.removeEventListener(move, stop);
  };
  const hold = (still: number) => {
    const before = window.scrollY;
    // What is higher than the screen is read from its beginning.
    const high = element.getBoundingClientRect().height > window.innerHeight / 2;
    element.scrollIntoView({ block: high && block === 'center' ? 'start' : block, behavior: 'instant' });
    const next = Math.abs(window.scrollY - before) < 1 ? still + 1 : 0;
    if (next < STILL_FRAMES && element.isConnected) frame = requestAnimationFrame(() => hold(next));
    else stop();
  };
  for (const move of moves) window.addEventListener(move, stop, { passive: true });
  hold(0);
  return stop;
}

import { type RefObject, useEffect, useRef } from 'react';

/** Long enough to find it, too short to be taken for a state. */
const MARKED_MS = 2500;

/**
 * For the row or bubble that somebody was sent to: scrolls it into view, gives it the focus (it needs `tabIndex={-1}`) and marks it with
 * `data-arrived` for a moment. `arrival` is undefined where nobody was sent here, else a text that is another one for each time.
 */
export function useArrival<T extends HTMLElement>(arrival: string | undefined): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    const element = ref.current;
    if (arrival === undefined || !element) return;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
    element.dataset.arrived = '';
    const unmark = () => delete element.dataset.arrived;
    const timer = setTimeout(unmark, MARKED_MS);
    return () => {
      clearTimeout(timer);
      unmark();
    };
  }, [arrival]);
  return ref;
}

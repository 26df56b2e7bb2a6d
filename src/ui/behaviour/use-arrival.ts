import { type RefObject, useEffect, useRef } from 'react';

/** Long enough to find the element, too short to look like a state. */
const MARKED_MS = 2500;

/**
 * For the row or bubble that a link led to: scrolls it into view, gives it the focus (it needs `tabIndex={-1}`) and marks it with
 * `data-arrived` for a moment. `arrival` is undefined if no link led here, else a text that differs each time.
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

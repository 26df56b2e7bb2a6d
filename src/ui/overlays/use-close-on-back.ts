import { useLayoutEffect, useRef } from 'react';
import { openOverlay } from './overlay-history.ts';

/** While `open` and on top, Escape and the browser's Back call `close`; Back leads nowhere. For whatever lies over the page. */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => (open ? openOverlay(() => latest.current()) : undefined), [open]);
}

import { useLayoutEffect, useRef } from 'react';
import { openOverlay, overlayMoved } from './overlay-history.ts';

/**
 * While `open` and on top, Escape and the browser's Back call `close`; Back leads nowhere. For whatever lies over the page. `address` is the
 * path and search by which the app opens it again, if there are such: while it is open the browser shows them.
 */
export function useCloseOnBack(open: boolean, close: () => void, address?: string): void {
  const latest = useRef({ close, address });
  useLayoutEffect(() => {
    const moved = latest.current.address !== address;
    latest.current = { close, address };
    if (moved) overlayMoved();
  });
  useLayoutEffect(
    () =>
      open
        ? openOverlay(
            () => latest.current.close(),
            () => latest.current.address,
          )
        : undefined,
    [open],
  );
}

import { startTransition, useEffect, useState } from 'react';

/** How many more are drawn in each frame. */
const PIECE = 4;

/**
 * How many of `total` parts of a list to draw: `first` of them at once, then four more with each frame, so that no frame waits for all.
 * Infinite once all have been drawn, whatever `total` becomes. Begins again when `total` was 0.
 */
export function useInPieces(total: number, first: number): number {
  const [drawn, setDrawn] = useState(first);
  if (total === 0 && drawn !== first) setDrawn(first);
  if (total > 0 && drawn >= total && drawn !== Number.POSITIVE_INFINITY) setDrawn(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (drawn >= total) return;
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + PIECE)));
    return () => cancelAnimationFrame(frame);
  }, [drawn, total]);
  return drawn;
}

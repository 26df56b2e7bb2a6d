import { type CSSProperties, useLayoutEffect, useState } from 'react';

/**
 * What shows only after a moment (the class `late`), where one such element takes the place of another: they wait together, and the later one
 * does not hide what the earlier one showed. Returns a hook for all elements of one kind, which gives their style.
 */
export function createLate(): () => CSSProperties {
  let mounted = 0;
  let begun = 0;
  return () => {
    const [waited] = useState(() => {
      const now = performance.now();
      if (mounted === 0) begun = now;
      return Math.round(now - begun);
    });
    useLayoutEffect(() => {
      mounted += 1;
      return () => {
        mounted -= 1;
      };
    }, []);
    return { animationDelay: `calc(var(--skeleton-wait) - ${waited}ms)` };
  };
}

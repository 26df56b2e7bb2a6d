import { useEffect, useState } from 'react';
import { listen } from '../../../schemas/base/listen.ts';

/** How much of the page's lower end an on-screen keyboard covers, where the browser does not make space for it (iOS). */
export function useKeyboardInset(): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const measure = () => {
      // A zoomed page has a small viewport too; nothing covers it then.
      const covered = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      setInset(Math.max(0, Math.round(covered)));
    };
    return listen([viewport, 'resize', measure], [viewport, 'scroll', measure]);
  }, []);
  return inset;
}

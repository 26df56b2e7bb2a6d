import { type RefObject, useEffect, useState } from 'react';

const MARGIN = '800px 0px';

/** Whether an element is on the screen or close to it; `atFirst` until the browser has said. A card far away runs no queries. */
export function useNearViewport(ref: RefObject<Element | null>, atFirst = false): boolean {
  const [near, setNear] = useState(atFirst);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), { rootMargin: MARGIN });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return near;
}

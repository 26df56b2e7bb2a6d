import { useCallback, useSyncExternalStore } from 'react';
import { listen } from '../../../schemas/base/listen.ts';

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((listener: () => void) => listen([matchMedia(query), 'change', listener]), [query]);
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether the member has not asked their system for less motion. */
export const wantsMotion = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;

export type Width = 'phone' | 'tablet' | 'desktop';

/** Phone up to 640 px, tablet up to 1023, desktop above: tab bar, rail, sidebar. In px, since the bars must fit. */
export function useWidth(): Width {
  const tablet = useMedia('(min-width: 641px)');
  const desktop = useMedia('(min-width: 1024px)');
  if (desktop) return 'desktop';
  return tablet ? 'tablet' : 'phone';
}

import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

export type Width = 'phone' | 'tablet' | 'desktop';

/** Phone up to 640 px, tablet up to 1023, desktop above: tab bar, rail, sidebar. In px, since the bars must fit. */
export function useWidth(): Width {
  const tablet = useMedia('(min-width: 641px)');
  const desktop = useMedia('(min-width: 1024px)');
  if (desktop) return 'desktop';
  return tablet ? 'tablet' : 'phone';
}

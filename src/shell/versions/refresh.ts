// The tab of the current page was pressed: the page may have more to show than its top.
import { useEffect } from 'react';

const REFRESH = 'kith-refresh';

export const askForRefresh = (): boolean => window.dispatchEvent(new Event(REFRESH));

/** Calls `refresh` whenever the member asks for what is new on the current page. `refresh` has to stay the same function. */
export function useRefreshAsked(refresh: () => void): void {
  useEffect(() => {
    window.addEventListener(REFRESH, refresh);
    return () => window.removeEventListener(REFRESH, refresh);
  }, [refresh]);
}

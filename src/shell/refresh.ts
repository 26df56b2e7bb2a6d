// The tab of the page that is open was pressed: the page may have more to show than its top.
import { useEffect } from 'react';

const REFRESH = 'kith-refresh';

export const askForRefresh = (): boolean => window.dispatchEvent(new Event(REFRESH));

/** Calls `refresh`, which stays the same, whenever the member asks for what is new on the page that is open. */
export function useRefreshAsked(refresh: () => void): void {
  useEffect(() => {
    window.addEventListener(REFRESH, refresh);
    return () => window.removeEventListener(REFRESH, refresh);
  }, [refresh]);
}

import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** What the browser thinks of the network: enough for pages that hold no data. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

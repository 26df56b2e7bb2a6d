import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** What the browser thinks of the network: where it knows of none, no request will get through. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

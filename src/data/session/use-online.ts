import { useSyncExternalStore } from 'react';
import { listen } from '../../../schemas/base/listen.ts';

const subscribe = (listener: () => void) => listen([window, 'online', listener], [window, 'offline', listener]);

/** What the browser thinks of the network: if it knows of none, no request gets through. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

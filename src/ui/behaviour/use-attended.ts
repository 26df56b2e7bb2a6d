import { useSyncExternalStore } from 'react';
import { listen } from '../../../schemas/base/listen.ts';
import { listenVisibility } from './listen-visibility.ts';

function subscribe(listener: () => void): () => void {
  const stops = [listenVisibility(listener), listen([window, 'focus', listener], [window, 'blur', listener])];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Whether the member looks at this page: it is visible and has the focus. */
export const useAttended = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible' && document.hasFocus());

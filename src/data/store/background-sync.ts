import { SEND_PENDING } from '../../../workers/device/sync-status.ts';

/** Background Sync, which the types do not know: Chromium has it. */
interface SyncManager {
  register(tag: string): Promise<void>;
}

/**
 * Asks the browser to start the service worker as soon as there is a network, also if no page is open then, so that it sends what is
 * pending. Returns the function that asks; where the browser cannot do this, it does nothing.
 */
export function prepareBackgroundSync(): () => void {
  const worker = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  let sync: SyncManager | undefined;
  // Known before it is needed: a page that is being closed waits for nothing.
  worker?.ready.then((registration) => {
    sync = (registration as { sync?: SyncManager }).sync;
  }, console.warn);
  return () => {
    // A member may have forbidden it. What is pending is then sent at the next opening.
    sync?.register(SEND_PENDING).catch((error: unknown) => console.info('The browser does not send in the background', error));
  };
}

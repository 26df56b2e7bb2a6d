// Registers the service worker and offers its updates. The new version waits until the member takes it: a swap under a live page
// would take away the code that the page has yet to load.
import { stateText } from '../text/state-text.ts';
import { notify } from '../ui/toast.ts';

const HOUR = 60 * 60 * 1000;
const TOAST = 'new-version';
/** A version that was called and still waits: the one before it is held up by something that a page asked of it. */
const CALLED_MS = 8000;

/** Takes the version that waits; every tab reloads once when it rules. */
function take(registration: ServiceWorkerRegistration): void {
  registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
  // With the page goes what it asked for. Should the version still wait then, it is offered again.
  setTimeout(() => location.reload(), CALLED_MS);
}

function offer(registration: ServiceWorkerRegistration): void {
  notify.info(stateText.newVersion, {
    id: TOAST,
    stays: true,
    action: { label: 'Reload', onPress: () => take(registration) },
  });
}

/** Once per page. Outside of a build there is no worker. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const worker = navigator.serviceWorker;
  // The first worker takes over a page that had none: nothing is old yet, so nothing is reloaded.
  let ruled = worker.controller !== null;
  worker.addEventListener('controllerchange', () => {
    if (ruled) location.reload();
    ruled = true;
  });
  try {
    const registration = await worker.register('/sw.js');
    if (registration.waiting && worker.controller) offer(registration);
    registration.addEventListener('updatefound', () => {
      const next = registration.installing;
      next?.addEventListener('statechange', () => {
        if (next.state === 'installed' && worker.controller) offer(registration);
      });
    });
    const check = () => void registration.update().catch(() => undefined);
    setInterval(check, HOUR);
    document.addEventListener('visibilitychange', () => document.hidden || check());
  } catch (error) {
    // Private windows and plain http have none; everything else works.
    console.warn('The service worker could not be registered', error);
  }
}

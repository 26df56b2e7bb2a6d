// Registers the service worker and offers its updates, each version once. The new version waits until the member takes it: a swap under
// a live page would take away the code that the page has yet to load.
import { scriptAddress } from '../data/script-address.ts';
import { staysAfterSignOut } from '../data/stays-after-sign-out.ts';
import { commonText } from '../text/common.ts';
import { versionText } from '../text/versions.ts';
import { notify } from '../ui/toast.ts';
import { reloadWithNewVersion, takeWaiting } from './new-version.ts';

const HOUR = 60 * 60 * 1000;
const TOAST = 'new-version';
/** The version that was waved away in any tab: it is not offered again, and rules once all of them were closed. */
const DISMISSED_KEY = staysAfterSignOut.updateDismissed;
const ANSWER_MS = 5000;

/** Which version waits; undefined where it does not say. */
function versionOf(worker: ServiceWorker): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(undefined), ANSWER_MS);
    port1.onmessage = ({ data }: MessageEvent<string>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.postMessage({ type: 'VERSION' }, [port2]);
  });
}

/** the version that is offered on this page */
let offered: string | undefined;
let registered: ServiceWorkerRegistration | undefined;
let bannerOffers = false;

/**
 * A banner offers the new version, because the server asks for it: a message beside it would say the same once more, and lie over what
 * stands below it. Until what this answers with is called.
 */
export function leaveOfferToBanner(): () => void {
  bannerOffers = true;
  notify.dismiss(TOAST);
  return () => {
    bannerOffers = false;
    if (registered) void offer(registered);
  };
}

/** Offers the version that waits, if one does. */
async function offer(registration: ServiceWorkerRegistration): Promise<void> {
  const { waiting } = registration;
  if (!waiting || !navigator.serviceWorker.controller) return;
  const version = await versionOf(waiting);
  if (bannerOffers) return;
  if (version !== undefined && localStorage.getItem(DISMISSED_KEY) === version) return;
  offered = version;
  let taken = false;
  notify.news(versionText.newVersion, {
    id: TOAST,
    stays: true,
    onClosed: () => {
      if (bannerOffers) return;
      // Reload closes it as well, before it says so.
      setTimeout(() => {
        if (!taken && version !== undefined) localStorage.setItem(DISMISSED_KEY, version);
      });
    },
    action: {
      label: commonText.reload,
      onPress: () => {
        taken = true;
        takeWaiting(registration);
      },
    },
  });
}

/** Waved away in one tab, it is in all. */
function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === DISMISSED_KEY && newValue !== null && newValue === offered) notify.dismiss(TOAST);
  });
}

/** Once per page. Outside of a build there is no worker. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const worker = navigator.serviceWorker;
  // The first worker takes over a page that had none: nothing is old yet, so nothing is reloaded.
  let ruled = worker.controller !== null;
  worker.addEventListener('controllerchange', () => {
    if (ruled) reloadWithNewVersion();
    ruled = true;
  });
  followOtherTabs();
  try {
    // A browser that is told to have none answers with nothing.
    const registration: ServiceWorkerRegistration | undefined = await worker.register(scriptAddress('/sw.js'));
    if (!registration) return;
    registered = registration;
    void offer(registration);
    // A page that was on its way while the worker took over the others has none, and would find no screen offline.
    void worker.ready.then(({ active }) => worker.controller ?? active?.postMessage({ type: 'CLAIM' }));
    registration.addEventListener('updatefound', () => {
      const next = registration.installing;
      next?.addEventListener('statechange', () => {
        if (next.state === 'installed') void offer(registration);
      });
    });
    const check = () => void registration.update().catch(() => undefined);
    setInterval(check, HOUR);
    document.addEventListener('visibilitychange', () => document.hidden || check());
  } catch (error) {
    // Some private windows have none; everything else works.
    console.warn('The service worker could not be registered', error);
  }
}

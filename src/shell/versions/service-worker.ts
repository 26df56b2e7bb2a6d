// Registers the service worker and offers its updates, each version once. A new version waits until the member takes it: replacing the old
// one under a live page would remove code that the page has yet to load.

import { scriptAddress } from '../../../workers/device/script-address.ts';
import { keptAfterSignOut } from '../../data/session/kept-after-sign-out.ts';
import { commonText } from '../../text/common.ts';
import { versionText } from '../../text/versions.ts';
import { notify } from '../../ui/overlays/toast.ts';
import { reloadWithNewVersion, takeWaiting, wasLoadedEarly } from './new-version.ts';

const HOUR = 60 * 60 * 1000;
const TOAST = 'new-version';
/** The version that was dismissed in any tab. It is not offered again, and takes over once all tabs are closed. */
const DISMISSED_KEY = keptAfterSignOut.updateDismissed;
const ANSWER_MS = 5000;

/** The version that waits; undefined if it does not answer. */
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
 * A banner offers the new version, because the server asks for it. A message would say the same again, and cover what is below it. The
 * returned function ends that.
 */
export function leaveOfferToBanner(): () => void {
  bannerOffers = true;
  notify.dismiss(TOAST);
  return () => {
    bannerOffers = false;
    if (registered) void offer(registered);
  };
}

/** Offers the waiting version, if there is one. */
async function offer(registration: ServiceWorkerRegistration): Promise<void> {
  const { active, waiting } = registration;
  // The first version replaces nothing. WebKit may say that it controls the page while it is still `waiting`.
  if (!waiting || !active || !navigator.serviceWorker.controller) return;
  const version = await versionOf(waiting);
  if (bannerOffers || registration.waiting !== waiting) return;
  if (version !== undefined && localStorage.getItem(DISMISSED_KEY) === version) return;
  offered = version;
  let taken = false;
  notify.news(versionText.newVersion, {
    id: TOAST,
    stays: true,
    onClosed: () => {
      if (bannerOffers) return;
      // Reload closes the message as well, before `onPress` runs.
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

/** A version that is dismissed in one tab is dismissed in all. */
function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === DISMISSED_KEY && newValue !== null && newValue === offered) notify.dismiss(TOAST);
  });
}

/** Once per page. Outside of a build there is no worker. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const worker = navigator.serviceWorker;
  // The first worker takes over a page without a controller: nothing is old yet, so nothing reloads.
  let ruled = worker.controller !== null;
  worker.addEventListener('controllerchange', () => {
    if (ruled) reloadWithNewVersion();
    ruled = true;
  });
  followOtherTabs();
  try {
    // A browser that is set to have no service worker resolves with nothing.
    const registration: ServiceWorkerRegistration | undefined = await worker.register(scriptAddress('/sw.js'));
    if (!registration) return;
    registered = registration;
    if (wasLoadedEarly() && !registration.waiting) reloadWithNewVersion();
    void offer(registration);
    // A page that was loading while the worker took over the others has no controller, and would find no screen offline.
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
    // Some private windows have no service worker; everything else works.
    console.warn('The service worker could not be registered', error);
  }
}

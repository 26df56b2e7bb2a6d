// Registers the service worker and offers its updates, each version once. The new version waits until the member takes it: a swap under
// a live page would take away the code that the page has yet to load.
import { keepTyped } from '../data/keep-typed.ts';
import { scriptAddress } from '../data/script-address.ts';
import { staysAfterSignOut } from '../data/stays-after-sign-out.ts';
import { serverAnswers } from '../data/use-reachable.ts';
import { stateText } from '../text/state-text.ts';
import { notify } from '../ui/toast.ts';

const HOUR = 60 * 60 * 1000;
const TOAST = 'new-version';
/** A version that was called and still waits: the one before it is held up by something that a page asked of it. */
const CALLED_MS = 8000;
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

/** What was typed or sent in this moment is on the device before the page goes. */
const reload = () => void keepTyped().then(() => location.reload());

/** Takes the version that waits; every tab reloads once when it rules. */
function take(registration: ServiceWorkerRegistration): void {
  registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
  // With the page goes what it asked for. Should the version still wait then, it is offered again.
  setTimeout(reload, CALLED_MS);
}

/** Settles when a version that is being fetched is there whole: false where it could not be. */
function whenInstalled(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state === 'redundant') resolve(false);
      else if (worker.state !== 'parsed' && worker.state !== 'installing') resolve(true);
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

/** Asks the server for a newer version and fetches it whole. `none` where this is the newest, `failed` where it could not be had. */
async function fetchNewest(registration: ServiceWorkerRegistration): Promise<'waits' | 'none' | 'failed'> {
  try {
    await registration.update();
  } catch {
    return 'failed';
  }
  // One that comes takes the place of one that waits.
  const { installing } = registration;
  if (installing && !(await whenInstalled(installing))) return 'failed';
  return registration.waiting ? 'waits' : 'none';
}

/**
 * Comes to the newest version, which the server asks for: fetches it and reloads the page with it, and every other tab. What is typed is
 * kept. Resolves to false where the server cannot be reached; nothing has happened then.
 */
export async function comeToNewVersion(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const found = registration ? await fetchNewest(registration) : 'none';
  if (registration && found === 'waits') {
    // A page that was loaded past the worker is not reloaded by a change of it.
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    take(registration);
    return true;
  }
  if (!(await serverAnswers())) return false;
  // A version that cannot be kept on this device can be run all the same: without the worker the page comes from the server.
  if (found === 'failed') await registration?.unregister();
  reload();
  return true;
}

/** the version that is offered on this page */
let offered: string | undefined;

async function offer(registration: ServiceWorkerRegistration): Promise<void> {
  const { waiting } = registration;
  const version = waiting ? await versionOf(waiting) : undefined;
  if (version !== undefined && localStorage.getItem(DISMISSED_KEY) === version) return;
  offered = version;
  let taken = false;
  notify.news(stateText.newVersion, {
    id: TOAST,
    stays: true,
    onClosed: () => {
      // Reload closes it as well, before it says so.
      setTimeout(() => {
        if (!taken && version !== undefined) localStorage.setItem(DISMISSED_KEY, version);
      });
    },
    action: {
      label: 'Reload',
      onPress: () => {
        taken = true;
        take(registration);
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
    if (ruled) reload();
    ruled = true;
  });
  followOtherTabs();
  try {
    const registration = await worker.register(scriptAddress('/sw.js'));
    if (registration.waiting && worker.controller) void offer(registration);
    // A page that was on its way while the worker took over the others has none, and would find no screen offline.
    void worker.ready.then(({ active }) => worker.controller ?? active?.postMessage({ type: 'CLAIM' }));
    registration.addEventListener('updatefound', () => {
      const next = registration.installing;
      next?.addEventListener('statechange', () => {
        if (next.state === 'installed' && worker.controller) void offer(registration);
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

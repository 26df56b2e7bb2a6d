// Brings the page to a newer version of the app. It reloads only once what was typed is on the device.

import { pause } from '../../../schemas/base/pause.ts';
import { PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import { keepTyped } from '../../data/drafts/keep-typed.ts';
import { hasUnstoredDrafts } from '../../data/drafts/page-drafts.ts';
import { keptAfterSignOut } from '../../data/session/kept-after-sign-out.ts';
import { serverAnswers } from '../../data/store/use-reachable.ts';
import { versionText } from '../../text/versions.ts';
import { notify } from '../../ui/overlays/toast.ts';

/** How long an activated version may still wait: a request of some page can keep the previous version busy. */
const CALLED_MS = 8000;
/** How long the server may take to say whether there is a newer version. The browser itself would wait for minutes. */
const ANSWERED_MS = 20_000;
/** How often the page tries again to store what it could not store. */
const STORE_AGAIN_MS = 1000;
/** How long a reload may take before the browser is asked again. */
const AGAIN_MS = 20_000;
const UNSTORED_TOAST = 'typed-not-stored';
const { newestReload: RELOADED_KEY, newVersionTaken: TAKEN_KEY, reloadedEarly: EARLY_KEY } = keptAfterSignOut;

/** Whether this page is about to reload: `storing` what was typed, or `asked`, once the browser has been asked to reload. */
let reload: 'none' | 'storing' | 'asked' = 'none';
/** how many reloads were begun; only the last one goes on */
let begun = 0;

/**
 * Asks the browser to reload until it does. A worker that ends while it should answer leaves a reload without an answer, and the browser waits
 * for that without an end. The pauses grow, for a network that is only slow.
 */
async function reloadWhenKept(): Promise<void> {
  begun += 1;
  const own = begun;
  for (let wait = AGAIN_MS; own === begun; wait *= 2) {
    reload = 'storing';
    for (await keepTyped(); hasUnstoredDrafts(); await keepTyped()) {
      notify.warning(versionText.typedUnkept, { id: UNSTORED_TOAST, stays: true });
      await pause(STORE_AGAIN_MS);
    }
    reload = 'asked';
    location.reload();
    await pause(wait);
  }
}

/**
 * Reloads this page once, however often it is called. What is being typed or sent is on the device before the page goes. If the disk is
 * full, the page says so and stays until there is space.
 */
export function reloadKeepingTyped(): void {
  if (reload === 'none') void reloadWhenKept();
}

/**
 * Reloads this page because a new version controls it now. A reload that was under way went to the previous version, which may have ended
 * without an answer. The browser would wait for that forever, so this asks the new version.
 */
export function reloadWithNewVersion(): void {
  if (reload !== 'storing') void reloadWhenKept();
}

/** Activates the waiting version. Every tab reloads once that controls it. */
export function takeWaiting(registration: ServiceWorkerRegistration): void {
  registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
  // A reload ends this page's open requests. If the version still waits then, it is offered again.
  setTimeout(() => {
    rememberVersion(EARLY_KEY);
    reloadKeepingTyped();
  }, CALLED_MS);
}

/**
 * Whether this page was loaded because the version that was taken did not come in time. The previous version may have served it, and the
 * new one may have come before the page could notice: nothing shows that afterwards. True only once.
 */
export const wasLoadedEarly = (): boolean => isRememberedOnce(EARLY_KEY);

/** Resolves to true once a version that is being fetched is complete, and to false if that fails. */
function whenInstalled(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      if (worker.state === 'redundant') resolve(false);
      else if (worker.state !== 'parsed' && worker.state !== 'installing') resolve(true);
    };
    worker.addEventListener('statechange', check);
    check();
  });
}

/** Asks the server for a newer version and fetches all of it. `none` if this is the newest, `failed` if it could not be fetched. */
async function fetchNewest(registration: ServiceWorkerRegistration): Promise<'waits' | 'none' | 'failed'> {
  const asked = registration.update().then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([asked, pause(ANSWERED_MS).then(() => false)]);
  // A version that is being installed replaces a waiting one.
  const { installing } = registration;
  if (installing && !(await whenInstalled(installing))) return 'failed';
  // Without a network, a version that was fetched earlier is still newer than this one.
  if (registration.waiting) return 'waits';
  return answered ? 'none' : 'failed';
}

/** `unreachable`: the server does not answer; `incomplete`: it does, but this device could not store all of the version. */
export type UpdateResult = 'comes' | 'unreachable' | 'incomplete';

/**
 * Brings this page and every other tab to the newest version: fetches it and reloads with it. What was typed is kept. Unless the answer is
 * `comes`, nothing has happened. With `fromServer`, a version that cannot be stored on this device runs from the server.
 */
export async function updateApp({ fromServer = false } = {}): Promise<UpdateResult> {
  const registration = await navigator.serviceWorker?.getRegistration();
  let found = registration ? await fetchNewest(registration) : 'none';
  // Once more: the browser answers with a check of its own that was under way. It may have failed while the server restarted, or have read
  // the version before.
  if (registration && found !== 'waits' && (await serverAnswers())) found = await fetchNewest(registration);
  if (registration && found === 'waits') {
    // A page that was loaded without the worker does not reload by itself when the controller changes.
    navigator.serviceWorker.addEventListener('controllerchange', reloadWithNewVersion, { once: true });
    forgetReload();
    rememberVersion(TAKEN_KEY);
    takeWaiting(registration);
    return 'comes';
  }
  if (!(await serverAnswers())) return 'unreachable';
  if (found === 'failed') {
    if (!fromServer) return 'incomplete';
    // Without the worker the page comes from the server.
    await registration?.unregister();
  }
  rememberVersion(RELOADED_KEY);
  reloadKeepingTyped();
  return 'comes';
}

/** Remembers for this tab which version it had when it did this. */
function rememberVersion(key: string): void {
  try {
    sessionStorage.setItem(key, String(PROTOCOL_VERSION));
  } catch {
    // Where nothing can be stored, a second reload is offered in the words of the first.
  }
}

function isRememberedVersion(key: string): boolean {
  try {
    return sessionStorage.getItem(key) === String(PROTOCOL_VERSION);
  } catch {
    return false;
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

function isRememberedOnce(key: string): boolean {
  const remembered = isRememberedVersion(key);
  forget(key);
  return remembered;
}

/** Whether this tab has reloaded for the newest version that the server has, and still has the same one. */
export const isNewestOfServer = (): boolean => isRememberedVersion(RELOADED_KEY);

/** The server understands this version: if it asks for another one later, there may be one. */
export const forgetReload = (): void => forget(RELOADED_KEY);

/**
 * Whether this tab took a newer version, and still shows the previous one: the previous worker was kept busy for too long, or served its
 * own files just before it ended. True only once, so that a caller that acts on it does not loop.
 */
export const wasTakenInVain = (): boolean => isRememberedOnce(TAKEN_KEY);

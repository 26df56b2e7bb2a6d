// Comes to a newer version of the app. The page goes only when what was typed is on the device.

import { PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { hasUnstoredDrafts } from '../data/drafts.ts';
import { keepTyped } from '../data/keep-typed.ts';
import { staysAfterSignOut } from '../data/stays-after-sign-out.ts';
import { serverAnswers } from '../data/use-reachable.ts';
import { versionText } from '../text/versions.ts';
import { notify } from '../ui/toast.ts';

/** A version that was called and still waits: the one before it is held up by something that a page asked of it. */
const CALLED_MS = 8000;
/** How long the server may take to say whether there is a newer version; the browser itself would wait for minutes. */
const LOOK_MS = 20_000;
/** How often it is tried to store what could not be. */
const STORE_AGAIN_MS = 1000;
const UNSTORED_TOAST = 'typed-not-stored';
const { newestReload: RELOADED_KEY, newVersionTaken: TAKEN_KEY } = staysAfterSignOut;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Whether this page is about to be loaded anew: what was typed is being stored, or the browser has been asked for the page. */
let reload: 'none' | 'storing' | 'asked' = 'none';

async function reloadWhenKept(): Promise<void> {
  reload = 'storing';
  for (await keepTyped(); hasUnstoredDrafts(); await keepTyped()) {
    notify.warning(versionText.typedUnkept, { id: UNSTORED_TOAST, stays: true });
    await pause(STORE_AGAIN_MS);
  }
  reload = 'asked';
  location.reload();
}

/**
 * Reloads this page, once, however often it is asked for. What was typed or sent in this moment is on the device before the page goes; on a
 * device without room the page says so and stays until there is some.
 */
export function reloadKeepingTyped(): void {
  if (reload === 'none') void reloadWhenKept();
}

/**
 * Reloads this page because a new version rules it now. A reload that was under way has asked the version before, which may have ended
 * without an answer: the browser would wait for that without end, so the new version is asked.
 */
export function reloadWithNewVersion(): void {
  if (reload !== 'storing') void reloadWhenKept();
}

/** Takes the version that waits; every tab reloads once when it rules. */
export function takeWaiting(registration: ServiceWorkerRegistration): void {
  registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
  // With the page goes what it asked for. Should the version still wait then, it is offered again.
  setTimeout(reloadKeepingTyped, CALLED_MS);
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
  const asked = registration.update().then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([asked, pause(LOOK_MS).then(() => false)]);
  // One that comes takes the place of one that waits.
  const { installing } = registration;
  if (installing && !(await whenInstalled(installing))) return 'failed';
  // Without a network one that was fetched before is newer still.
  if (registration.waiting) return 'waits';
  return answered ? 'none' : 'failed';
}

/** `unreachable`: the server does not answer; `incomplete`: it does, but not all of the version could be put on this device. */
export type Coming = 'comes' | 'unreachable' | 'incomplete';

/**
 * Comes to the newest version: fetches it and reloads the page with it, and every other tab. What is typed is kept. Unless the answer is
 * `comes`, nothing has happened. A version that cannot be kept on this device is run `fromServer` where that is asked for.
 */
export async function comeToNewVersion({ fromServer = false } = {}): Promise<Coming> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const found = registration ? await fetchNewest(registration) : 'none';
  if (registration && found === 'waits') {
    // A page that was loaded past the worker is not reloaded by a change of it.
    navigator.serviceWorker.addEventListener('controllerchange', reloadWithNewVersion, { once: true });
    forgetReload();
    note(TAKEN_KEY);
    takeWaiting(registration);
    return 'comes';
  }
  if (!(await serverAnswers())) return 'unreachable';
  if (found === 'failed') {
    if (!fromServer) return 'incomplete';
    // Without the worker the page comes from the server.
    await registration?.unregister();
  }
  note(RELOADED_KEY);
  reloadKeepingTyped();
  return 'comes';
}

/** This tab remembers of what version it was when it did this. */
function note(key: string): void {
  try {
    sessionStorage.setItem(key, String(PROTOCOL_VERSION));
  } catch {
    // Where nothing can be kept a second reload is offered in the words of the first.
  }
}

function wasNoted(key: string): boolean {
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
    // Nothing was kept.
  }
}

/** Whether this tab was loaded with the newest version that the server has, and that understands the server no better than the one before. */
export const isNewestOfServer = (): boolean => wasNoted(RELOADED_KEY);

/** The server understands this version: should it ask for another one later, there may be one. */
export const forgetReload = (): void => forget(RELOADED_KEY);

/**
 * Whether a newer version was taken in this tab, and the page is still the one before: the worker before was held up for too long, or gave the
 * page its own files just as it went. Says so once, so that whoever goes on by it never goes round.
 */
export function wasTakenInVain(): boolean {
  const taken = wasNoted(TAKEN_KEY);
  forget(TAKEN_KEY);
  return taken;
}

// The browser offers once per page load to install; the offer is kept until our own card asks. Chromium only.
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../schemas/base/topic.ts';
import { staysAfterSignOut } from '../data/stays-after-sign-out.ts';

interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const { installDismissed: DISMISSED_KEY, visits: VISITS_KEY, visit: VISIT_KEY } = staysAfterSignOut;
const REMEMBERED_MS = 7 * 24 * 60 * 60 * 1000;

let offer: InstallOffer | undefined;
const changed = createTopic();

const isInstalled = () => matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;
const isAppleTouch = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
/** Whether one who said "not now" then is not asked now: for seven days, and not for long where the clock was far ahead then. */
export const isRemembered = (dismissedAt: number, now: number): boolean => Math.abs(now - dismissedAt) < REMEMBERED_MS;
const wasDismissed = () => isRemembered(Number(localStorage.getItem(DISMISSED_KEY) ?? 0), Date.now());

/** Counts the visits and keeps the browser's offer. Call it early: the offer comes once. */
export function watchInstall(): void {
  if (!sessionStorage.getItem(VISIT_KEY)) {
    sessionStorage.setItem(VISIT_KEY, '1');
    localStorage.setItem(VISITS_KEY, String(Number(localStorage.getItem(VISITS_KEY) ?? 0) + 1));
  }
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    changed.announce();
  });
  window.addEventListener('appinstalled', () => {
    offer = undefined;
    changed.announce();
  });
}

/** How this browser installs: by its own dialog, by hand, or not (or not now). */
export type InstallWay = 'dialog' | 'by-hand' | 'none';
const way = (): InstallWay => {
  if (isInstalled() || wasDismissed()) return 'none';
  if (offer) return 'dialog';
  return isAppleTouch() ? 'by-hand' : 'none';
};
export const useInstallWay = (): InstallWay => useSyncExternalStore(changed.subscribe, way);

/** Somebody who has come back is ready to be asked. */
export const isReturning = (): boolean => Number(localStorage.getItem(VISITS_KEY) ?? 0) > 1;

/** Opens the browser's dialog. The offer is used up, whatever the answer, and however long that takes. */
export async function install(): Promise<void> {
  const kept = offer;
  offer = undefined;
  dismissInstall();
  await kept?.prompt();
}

/** Not now: for seven days. */
export function dismissInstall(): void {
  localStorage.setItem(DISMISSED_KEY, String(Date.now()));
  changed.announce();
}

// The browser offers to install once per page load. The offer is kept until our own card uses it. Chromium only.
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../../schemas/base/topic.ts';
import { isAppleTouch, isInstalled } from '../../data/installed.ts';
import { keptAfterSignOut } from '../../data/session/kept-after-sign-out.ts';

interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const { installDismissed: DISMISSED_KEY, visits: VISITS_KEY, visit: VISIT_KEY } = keptAfterSignOut;
const REMEMBERED_MS = 7 * 24 * 60 * 60 * 1000;

let offer: InstallOffer | undefined;
const changed = createTopic();

/** Whether a "not now" from that time still counts: for seven days. A time from a clock that was far ahead does not count for long. */
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

/** Whether the member has been here before: then they may be asked. */
export const isReturning = (): boolean => Number(localStorage.getItem(VISITS_KEY) ?? 0) > 1;

/** Opens the browser's dialog. The offer is used up, whatever the answer, and however long it takes. */
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

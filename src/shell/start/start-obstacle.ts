/**
 * What keeps the app from working in this browser at this address. Without a secure context there is no service worker and no lock between
 * tabs; without storage there is nothing to show. Half an app would be worse than none, so the app does not start.
 */
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../../schemas/base/topic.ts';
import { opened } from '../../../workers/device/indexed-db.ts';

export type Obstacle =
  /** plain http on a network: browsers deny such pages what an offline app needs */
  | 'insecure'
  /** this browser does not let the page store anything */
  | 'no-storage';

/** No database of the app has this name, and it is deleted at once. */
const PROBE = 'kith-probe';

let obstacle: Obstacle | null = null;
const found = createTopic();

function findAtOnce(): Obstacle | null {
  if (!window.isSecureContext) return 'insecure';
  try {
    // Reading these properties is enough: where site data is blocked, that throws.
    if (!navigator.cookieEnabled || !window.localStorage || !window.sessionStorage || !window.indexedDB) return 'no-storage';
  } catch {
    return 'no-storage';
  }
  return null;
}

/** Whether a database can be opened at all: some browsers only pretend to have one. */
async function storageOpens(): Promise<boolean> {
  try {
    (await opened(PROBE, () => undefined)).close();
    indexedDB.deleteDatabase(PROBE);
    return true;
  } catch (error) {
    // A full disk is something else, and passes.
    return error instanceof DOMException && !refusals.has(error.name);
  }
}
/** The errors by which browsers say that storage is forbidden to this page, not that it failed. */
const refusals: ReadonlySet<string> = new Set(['SecurityError', 'InvalidStateError', 'NotAllowedError']);

/** Checks what needs no waiting. Call it before anything of the app starts. */
export function lookForObstacle(): Obstacle | null {
  obstacle = findAtOnce();
  return obstacle;
}

/** Tries to open a database, and stops the app if the browser allows none. */
export async function askForStorage(): Promise<void> {
  if (obstacle || (await storageOpens())) return;
  obstacle = 'no-storage';
  found.announce();
}

export const useObstacle = (): Obstacle | null => useSyncExternalStore(found.subscribe, () => obstacle);

/**
 * What keeps the app from working in this browser at this address. Without a secure context there is no service worker and no lock
 * among tabs; without storage there is nothing to show. Half an app would be worse than none: it is not started then.
 */
import { useSyncExternalStore } from 'react';
import { createTopic } from '../../schemas/base/topic.ts';

export type Obstacle =
  /** plain http on a network: browsers keep from such pages what an app needs that works offline */
  | 'insecure'
  /** this browser does not let the page keep anything */
  | 'no-storage';

/** Named like no database of the app, and gone at once. */
const PROBE = 'kith-probe';

let obstacle: Obstacle | null = null;
const found = createTopic();

function findAtOnce(): Obstacle | null {
  if (!window.isSecureContext) return 'insecure';
  try {
    // To name them is enough where site data is blocked: it throws.
    if (!navigator.cookieEnabled || !window.localStorage || !window.sessionStorage || !window.indexedDB) return 'no-storage';
  } catch {
    return 'no-storage';
  }
  return null;
}

/** Whether a database can be opened at all: some browsers have one in name only. */
function storageOpens(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open(PROBE);
      opening.onsuccess = () => {
        opening.result.close();
        indexedDB.deleteDatabase(PROBE);
        resolve(true);
      };
      // A disk without room is something else, and passes.
      opening.onerror = () => resolve(!refusals.has(opening.error?.name ?? ''));
    } catch {
      resolve(false);
    }
  });
}
/** How browsers say that storage is forbidden to this page, not that it failed. */
const refusals: ReadonlySet<string> = new Set(['SecurityError', 'InvalidStateError', 'NotAllowedError']);

/** Looks for what can be seen without waiting. Call it before anything of the app starts. */
export function lookForObstacle(): Obstacle | null {
  obstacle = findAtOnce();
  return obstacle;
}

/** Asks the browser for a database, and stops the app where it may have none. */
export async function askForStorage(): Promise<void> {
  if (obstacle || (await storageOpens())) return;
  obstacle = 'no-storage';
  found.announce();
}

export const useObstacle = (): Obstacle | null => useSyncExternalStore(found.subscribe, () => obstacle);

/**
 * What this browser keeps in local and session storage when a member signs out: the one list, by name. It concerns the browser, and says
 * nothing about who used it. Everything else is removed, including what a later version stores and does not name here.
 */
export const keptAfterSignOut = {
  /** the theme; `public/theme.js` applies it before anything else is known */
  theme: 'theme',
  /** decide when the card offers to install the app */
  visits: 'visits',
  visit: 'visit',
  installDismissed: 'installDismissedAt',
  /** the touch gestures in a chat were learned, or the hint was closed */
  touchHintClosed: 'touchHintClosed',
  /** notices were declined on this device, so that nobody is asked again */
  noticesDeclined: 'noticesDeclined',
  /** the version of the app whose notice was closed */
  updateDismissed: 'updateDismissed',
  /** when a page reloaded itself, so that it does not do so again and again */
  liveUpdatesReload: 'liveUpdatesReload',
  staleChunkReload: 'staleChunkReload',
  /** the version that a tab had when it reloaded for the newest one that the server has */
  newestReload: 'newestReload',
  /** the version that a tab had when it took a newer one */
  newVersionTaken: 'newVersionTaken',
  /** the version that a tab had when it reloaded before the newer one had come */
  reloadedEarly: 'reloadedEarly',
  /** the server must still learn of a sign-out */
  signOutOwed: 'kith-sign-out-owed',
} as const;

/** Followed by the id of a member whose local database must still be erased. Removed once that is done (owed-erasure.ts). */
export const ERASURE_OWED = 'kith-erase-owed ';

/** Names the member whom session storage belongs to. */
const OWNER = 'kith-member';

const stays: ReadonlySet<string> = new Set<string>(Object.values(keptAfterSignOut));

function forget(storage: Storage): void {
  for (const key of Object.keys(storage)) if (!stays.has(key) && !key.startsWith(ERASURE_OWED)) storage.removeItem(key);
}

/** Removes everything about the member from local storage, which all tabs share. */
export function forgetInLocalStorage(): void {
  forget(localStorage);
}

/**
 * Session storage, which each tab has for itself, belongs to this member from now on, or to nobody. Data of another member is removed: this
 * tab may have been away while they signed out.
 */
export function handOverSessionStorage(userId: string | undefined): void {
  try {
    const owner = sessionStorage.getItem(OWNER);
    if (owner !== null && owner !== userId) forget(sessionStorage);
    if (userId !== undefined) sessionStorage.setItem(OWNER, userId);
  } catch {
    // Where the browser forbids storage there is nothing to hand over.
  }
}

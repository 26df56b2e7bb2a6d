/**
 * What this browser keeps in local and session storage when a member signs out: the one list, by name. It concerns the browser, and says
 * nothing of who used it. All else goes with the member, also what a later version keeps and does not name here.
 */
export const staysAfterSignOut = {
  /** the look; `public/theme.js` shows it before anything else is known */
  theme: 'theme',
  /** what the card that offers to install goes by */
  visits: 'visits',
  visit: 'visit',
  installDismissed: 'installDismissedAt',
  /** what fingers can do in a chat was learned, or waved away */
  touchHintClosed: 'touchHintClosed',
  /** the version of the app that was waved away */
  updateDismissed: 'updateDismissed',
  /** when a page reloaded itself, so that none does so again and again */
  liveUpdatesReload: 'liveUpdatesReload',
  staleChunkReload: 'staleChunkReload',
  /** with which version a tab came back from a reload to the newest that the server has */
  newestReload: 'newestReload',
  /** with which version a tab took a newer one */
  newVersionTaken: 'newVersionTaken',
  /** that the server is still to be told of a sign-out */
  signOutOwed: 'kith-sign-out-owed',
} as const;

/** Before the id of a member whose local database is still to be erased; it goes once that is done (owed-erasure.ts). */
export const ERASURE_OWED = 'kith-erase-owed ';

/** Names the member whom session storage belongs to. */
const OWNER = 'kith-member';

const stays: ReadonlySet<string> = new Set<string>(Object.values(staysAfterSignOut));

function forget(storage: Storage): void {
  for (const key of Object.keys(storage)) if (!stays.has(key) && !key.startsWith(ERASURE_OWED)) storage.removeItem(key);
}

/** Local storage, which all tabs share, keeps nothing of the member who is signed in until now. */
export function forgetInLocalStorage(): void {
  forget(localStorage);
}

/**
 * Session storage, which each tab has for itself, belongs to this member from now on, or to nobody. What it holds of another member goes;
 * this tab may have been away while they signed out.
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

// After an update the page may ask for a piece of code that the server no longer has. One reload gets the new version; a second
// failure soon after shows the error screen, never a loop. Drafts are in the local database by then.
const KEY = 'staleChunkReload';
const AGAIN_AFTER_MS = 5 * 60_000;

/** Reloads once; false if that was tried just now. */
export function reloadOnce(now = Date.now()): boolean {
  try {
    if (now - Number(sessionStorage.getItem(KEY) ?? 0) < AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(KEY, String(now));
  } catch {
    // Without storage nothing would remember the first reload, and it could go round for ever.
    return false;
  }
  location.reload();
  return true;
}

/** What is being typed on a page without drafts would be lost; a piece that is fetched beforehand is asked for again when it is shown. */
const isTyping = (): boolean => document.activeElement instanceof HTMLInputElement && document.activeElement.value !== '';

/** Listens for pieces that cannot be had. Offline they fail as well, and then a reload would not help. */
export function watchStaleChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (navigator.onLine && !isTyping() && reloadOnce()) event.preventDefault();
  });
}

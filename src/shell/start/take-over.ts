/**
 * The way from what `index.html` shows before the app runs to the app. Both are never on the screen together, and between them there is no
 * empty frame.
 */

declare global {
  interface DOMStringMap {
    /** which part of `index.html` shows: set by `public/theme.js` */
    first?: string;
  }
}

/** What the app shows while it waits is invisible for this long: `--skeleton-wait`. */
const WAIT_MS = 150;
/** While nothing but 'Loading...' is there the outlines say more. A store that takes longer than this to open is worth the word. */
const OPENING_MS = 1000;

/** Whether the page that `index.html` brought is still on the screen. */
export const isStaticPageShown = (): boolean => document.documentElement.dataset.first !== undefined;

/** A visitor may have gone to a link already. The same link of the app gets the focus then. */
function sameLink(from: Element, to: Element): HTMLElement | undefined {
  const links: readonly (Element | null)[] = [...from.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  return at === -1 ? undefined : [...to.querySelectorAll('a')][at];
}

/**
 * Removes what `index.html` shows as soon as the app has drawn a page behind it, before the next frame. While a page waits for its rows, the
 * outlines stay for as long as its own would be invisible, and while the store opens for a second.
 */
export function takeOver(root: Element): void {
  const page = document.getElementById('static');
  if (!page) return;
  if (!isStaticPageShown()) {
    page.remove();
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;
  const end = () => {
    clearTimeout(timer);
    observer.disconnect();
    const link = sameLink(page, root);
    delete document.documentElement.dataset.first;
    page.remove();
    link?.focus({ preventScroll: true });
  };
  const endWithin = (ms: number) => {
    const at = performance.now() + ms;
    if (at >= due) return;
    due = at;
    clearTimeout(timer);
    timer = setTimeout(end, ms);
  };
  const look = () => {
    const isDrawn = root.querySelector('main, h1') !== null;
    const isWaiting = root.querySelector('.late') !== null && root.querySelector('article') === null;
    if (isDrawn && !isWaiting) end();
    else if (isDrawn) endWithin(WAIT_MS);
    else if (isWaiting) endWithin(OPENING_MS);
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true });
}

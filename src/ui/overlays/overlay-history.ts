/**
 * Each open overlay has an entry of its own in the browser's history, so that Back closes what is on top and leaves the page as it is. The
 * entry has the address and the state of its page, and the number of overlays (`overlay`). It is no page: the router never learns of a move
 * between the entries of one page, so trail, scroll places and focus stay as they are. An overlay that closes in another way takes its entry
 * away. An entry without an overlay, after Forward or a reload, is left at once.
 *
 * An overlay may have an address of its own, by which the app opens it again. Its entry has that address, the entry of its page keeps the
 * page's. A reload keeps such an entry for the overlay that its address opens.
 *
 * Escape closes what is on top, too.
 */

/** What is in an entry. `idx` is the router's number of the page; `addressed` says that its address opens the overlay again. */
interface EntryState {
  readonly idx?: number | null;
  readonly overlay?: number;
  readonly addressed?: boolean;
}

interface Overlay {
  readonly close: () => void;
  /** its own path and search, as they are now */
  readonly address: () => string | undefined;
  /** whether its entry is gone: Back asked it to close, or its page is being left */
  left: boolean;
}

/** A move that takes this long does not come: the browser has dropped the entry that it would lead to. */
const MOVE_MS = 2000;

const overlays: Overlay[] = [];
const withEntry = () => overlays.filter(({ left }) => !left);
let entry: EntryState | null = null;
/** our own move through the history, which the browser has not made yet; and how many overlays its entry stands for */
let move: { readonly to: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;
/** what the router asked for in that time */
let waiting: (() => void)[] = [];
/** Browsers skip an entry that was added without a press since the last move. Such an overlay gets its entry at the next press. */
let pressed = false;
let planned: ReturnType<typeof setTimeout> | undefined;
/** whether the page was loaded with the entry of an overlay that its address opens, and that is not open yet */
let awaited = false;

const depthOf = (state: EntryState | null): number => state?.overlay ?? 0;
const present = (): EntryState | null => history.state as EntryState | null;

/** By the browser's own function: those of `history` itself are led (`lead`). */
function add(method: 'pushState' | 'replaceState', state: unknown, url?: string | URL | null): void {
  History.prototype[method].call(history, state, '', url);
  entry = present();
}

/** Everything that happens in one task counts together: a menu whose item opens a sheet hands its entry on. */
function settleSoon(): void {
  clearTimeout(planned);
  planned = setTimeout(settle);
}

function settle(): void {
  if (move) return;
  const opened = withEntry();
  const depth = depthOf(present());
  if (opened.some(({ address }) => address() !== undefined)) awaited = false;
  if (depth > opened.length) {
    if (!awaited) moveTo(opened.length);
    return;
  }
  for (const [nth, { address }] of opened.entries()) {
    const own = address();
    const state = { ...present(), overlay: nth + 1, addressed: own !== undefined };
    if (nth >= depth && pressed) add('pushState', state, own);
    // What it shows has changed since.
    else if (nth === depth - 1 && own !== undefined && own !== location.pathname + location.search) add('replaceState', state, own);
  }
}

function moveTo(depth: number): void {
  const timer = setTimeout(() => {
    add('replaceState', { ...present(), overlay: depth });
    finishMove();
  }, MOVE_MS);
  move = { to: depth, timer };
  pressed = false;
  History.prototype.go.call(history, depth - depthOf(present()));
}

function finishMove(): void {
  clearTimeout(move?.timer);
  move = undefined;
  const acts = waiting;
  waiting = [];
  for (const act of acts) act();
  settleSoon();
}

/** The entry of another page is the router's. A user who moved there in the middle of an act has left what the act was for. */
function onMove(event: PopStateEvent): void {
  const [before, own] = [entry, move];
  entry = present();
  awaited = false;
  if (!own) pressed = false;
  const samePage = (entry?.idx ?? null) === (before?.idx ?? null) && depthOf(entry) + depthOf(before) > 0;
  if (samePage) {
    event.stopImmediatePropagation();
    for (const overlay of withEntry().slice(depthOf(entry), own?.to).reverse()) {
      overlay.left = true;
      overlay.close();
    }
  } else waiting = [];
  finishMove();
}

/** An overlay that did not close, such as a question that is being answered, gets an entry again. */
function onPress(): void {
  pressed = true;
  for (const overlay of overlays) overlay.left = false;
  if (overlays.length > 0) settleSoon();
}

/**
 * The layers of the package learn of a new one some tasks after it is shown. An Escape in that time would close the layer below it, so the
 * key is answered here before they see it.
 */
function onEscape(event: KeyboardEvent): void {
  const top = overlays.at(-1);
  if (event.key !== 'Escape' || !top) return;
  // It ends a composition, of Japanese for example, and nothing else.
  if (event.isComposing) {
    event.stopPropagation();
    return;
  }
  event.preventDefault();
  top.close();
}

/** The router's own calls: a new page takes the place of the entries of overlays, and what is said of the page is kept in its own entry. */
function lead(): void {
  history.pushState = (state, _, url) => {
    const depth = depthOf(present());
    if (move || depth > 1) {
      waiting.push(() => history.pushState(state, '', url));
      if (!move) moveTo(1);
      return;
    }
    for (const overlay of overlays) overlay.left = true;
    add(depth === 1 ? 'replaceState' : 'pushState', state, url);
  };
  history.replaceState = (state, _, url) => {
    if (!move && depthOf(present()) === 0) return add('replaceState', state, url);
    waiting.push(() => history.replaceState(state, '', url));
    if (!move) moveTo(0);
  };
  history.go = (delta = 0) => {
    if (move) waiting.push(() => history.go(delta));
    else History.prototype.go.call(history, delta < 0 ? delta - depthOf(present()) : delta);
  };
}

/**
 * Call it once, before the router begins to listen: a browser calls the listeners of a window in their order. It also leaves the entry of
 * an overlay that a reload closed.
 */
export function watchOverlays(): void {
  entry = present();
  awaited = depthOf(entry) > 0 && entry?.addressed === true;
  lead();
  addEventListener('popstate', onMove);
  for (const type of ['pointerup', 'click', 'keydown']) addEventListener(type, onPress, { capture: true, passive: true });
  addEventListener('keydown', onEscape, { capture: true });
  settleSoon();
}

/** Says that the address of an open overlay has changed. */
export const overlayMoved = settleSoon;

/**
 * Says that an overlay opened over all others. `close` is called when Back leads out of it, and for Escape. `address` returns its path and
 * search, if it has some of its own. Call the returned function once it is closed.
 */
export function openOverlay(close: () => void, address: () => string | undefined = () => undefined): () => void {
  const overlay: Overlay = { close, address, left: false };
  overlays.push(overlay);
  settleSoon();
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
    settleSoon();
  };
}

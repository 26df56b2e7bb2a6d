/**
 * Each open overlay has an entry of its own in the browser's history, so that Back closes what is on top and leaves the page as it is. The
 * entry has the address and the state of its page, and the number of overlays (`overlay`). It is no page: the router never learns of a move
 * between the entries of one page, so trail, scroll places and focus stay as they are. An overlay that closes in another way takes its entry
 * away. An entry without an overlay, after Forward or a reload, is left at once.
 *
 * Escape closes what is on top, too.
 */

/** What is in an entry. `idx` is the router's number of the page. */
interface EntryState {
  readonly idx?: number | null;
  readonly overlay?: number;
}

interface Overlay {
  readonly close: () => void;
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

const depthOf = (state: EntryState | null): number => state?.overlay ?? 0;
const present = (): EntryState | null => history.state as EntryState | null;
const { pushState, replaceState, go } = History.prototype;

function add(method: typeof pushState, state: unknown, url?: string | URL | null): void {
  method.call(history, state, '', url);
  entry = present();
}

/** Everything that happens in one task counts together: a menu whose item opens a sheet hands its entry on. */
function settleSoon(): void {
  clearTimeout(planned);
  planned = setTimeout(settle);
}

function settle(): void {
  if (move) return;
  const [depth, wanted] = [depthOf(present()), withEntry().length];
  if (depth > wanted) moveTo(wanted);
  else if (pressed) for (let next = depth + 1; next <= wanted; next += 1) add(pushState, { ...present(), overlay: next });
}

function moveTo(depth: number): void {
  const timer = setTimeout(() => {
    add(replaceState, { ...present(), overlay: depth });
    finishMove();
  }, MOVE_MS);
  move = { to: depth, timer };
  pressed = false;
  go.call(history, depth - depthOf(present()));
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
    add(depth === 1 ? replaceState : pushState, state, url);
  };
  history.replaceState = (state, _, url) => {
    if (!move && depthOf(present()) === 0) return add(replaceState, state, url);
    waiting.push(() => history.replaceState(state, '', url));
    if (!move) moveTo(0);
  };
  history.go = (delta = 0) => {
    if (move) waiting.push(() => history.go(delta));
    else go.call(history, delta < 0 ? delta - depthOf(present()) : delta);
  };
}

/**
 * Call it once, before the router begins to listen: a browser calls the listeners of a window in their order. It also leaves the entry of
 * an overlay that a reload closed.
 */
export function watchOverlays(): void {
  entry = present();
  lead();
  addEventListener('popstate', onMove);
  for (const type of ['pointerup', 'click', 'keydown']) addEventListener(type, onPress, { capture: true, passive: true });
  addEventListener('keydown', onEscape, { capture: true });
  settleSoon();
}

/**
 * Says that an overlay opened over all others. `close` is called when Back leads out of it, and for Escape. Call the returned function once
 * it is closed.
 */
export function openOverlay(close: () => void): () => void {
  const overlay: Overlay = { close, left: false };
  overlays.push(overlay);
  settleSoon();
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
    settleSoon();
  };
}

import { useSyncExternalStore } from 'react';
import { listen } from '../../schemas/base/listen.ts';
import { createTopic } from '../../schemas/base/topic.ts';

/**
 * The first picture of this page comes first: what it does not show begins after it is painted. The picture is what React draws around the
 * first screen, for a visitor or a member, with the rows that are known by then. A page that signs somebody in was painted long before.
 *
 * A hidden page paints nothing, so nothing waits for it. Frames that do not come, although the page says that it is visible, are not waited
 * for either: the writes of a member must leave.
 */

/** From the drawing to its frame. Even a slow phone takes less. */
const FRAMES_LIMIT_MS = 1000;

let isDrawn = false;
let isPainted = false;
const painted = createTopic();
let stopListening = () => {};

function settle(): void {
  if (isPainted) return;
  isPainted = true;
  stopListening();
  painted.announce();
  painted.close();
}

let isAsked = false;
/** Whether nothing waits any more. The first call also asks whether the page is hidden, and watches it from then on. */
function isOver(): boolean {
  if (isAsked) return isPainted;
  isAsked = true;
  stopListening = listen([document, 'visibilitychange', () => document.hidden && settle()]);
  if (document.hidden) settle();
  return isPainted;
}

/** Say that the first picture is in the document. Its frame and the next one are awaited, and then a task. Further calls do nothing. */
export function firstPictureDrawn(): void {
  if (isDrawn || isOver()) return;
  isDrawn = true;
  void nextPaint().then(settle);
}

/**
 * Resolves in the task after the next frame is painted, with what is drawn in this task. Does not wait longer than a second, and not at all
 * where the page is hidden.
 */
export function nextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    // The callback of a frame runs before that frame is painted, and the callback of the next one after it.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
    setTimeout(resolve, FRAMES_LIMIT_MS);
  });
}

/** Runs `work` once the first picture is painted, or at once if it is, or if the page is hidden. Call the returned function to leave it. */
export function afterFirstPaint(work: () => void): () => void {
  if (isOver()) {
    work();
    return () => undefined;
  }
  return painted.subscribe(work);
}

const subscribe = (listener: () => void): (() => void) => (isOver() ? () => undefined : painted.subscribe(listener));
/** Whether the first picture is painted, or need not be awaited. */
export const useFirstPaint = (): boolean => useSyncExternalStore(subscribe, () => isPainted);

// Detects what has been on the screen for a while. Something that only scrolls past does not count as read.

/** The interval between two looks, and how long something must be in view to count as seen. */
export const LOOK_MS = 500;
const SEEN_MS = 2000;

export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** Whether at least half of an element is visible, or it fills half of the view: a long post never shows half of itself. */
export function halfInView(thing: Band, view: Band): boolean {
  const seen = Math.min(thing.bottom, view.bottom) - Math.max(thing.top, view.top);
  return seen > 0 && seen >= Math.min(thing.bottom - thing.top, view.bottom - view.top) / 2;
}

/** The number of consecutive looks for each id, if these ids are in view now. */
export const lookAgain = (before: ReadonlyMap<string, number>, inView: readonly string[]): ReadonlyMap<string, number> =>
  new Map(inView.map((id) => [id, (before.get(id) ?? 0) + 1]));

/** The ids that have been in view for long enough. The time starts with the first look. */
export const seenLongEnough = (looks: ReadonlyMap<string, number>): readonly string[] =>
  [...looks].filter(([, count]) => (count - 1) * LOOK_MS >= SEEN_MS).map(([id]) => id);

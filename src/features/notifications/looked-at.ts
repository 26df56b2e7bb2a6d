// What has been on the screen for a while. What passes by is not read.

/** So often is looked, and so long something is before one's eyes before it counts as seen. */
export const LOOK_MS = 500;
const SEEN_MS = 2000;

export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** Whether at least half of something can be seen, or it fills half of what can be: a long post never shows half of itself. */
export function halfInView(thing: Band, view: Band): boolean {
  const seen = Math.min(thing.bottom, view.bottom) - Math.max(thing.top, view.top);
  return seen > 0 && seen >= Math.min(thing.bottom - thing.top, view.bottom - view.top) / 2;
}

/** For how many looks without a pause each of these has been before one's eyes, if these are now. */
export const lookAgain = (before: ReadonlyMap<string, number>, inView: readonly string[]): ReadonlyMap<string, number> =>
  new Map(inView.map((id) => [id, (before.get(id) ?? 0) + 1]));

/** Those that have been for long enough. The first look begins the time. */
export const seenLongEnough = (looks: ReadonlyMap<string, number>): readonly string[] =>
  [...looks].filter(([, count]) => (count - 1) * LOOK_MS >= SEEN_MS).map(([id]) => id);

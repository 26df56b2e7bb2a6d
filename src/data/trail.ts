/**
 * Where the member has been in this tab, by path and time. It is in session storage, so that it survives a reload and ends with the tab or
 * with signing out. Going back uses it. If the page before is the one that the browser's Back leads to, the browser goes back to it, and it
 * looks as it was left. A new entry would add a second copy of it to the history.
 */
export interface Visit {
  /** path and search */
  readonly path: string;
  /** the key of the router's location; `default` for a page that was loaded, not navigated to */
  readonly key: string;
  readonly at: number;
  /** whether the member came here from the visit before it: then that visit is the previous entry in the browser's history */
  readonly followed: boolean;
}

export interface Trail {
  readonly visits: readonly Visit[];
  /** the index of the present visit; the member left those after it by going back */
  readonly position: number;
}

export type Move = 'PUSH' | 'REPLACE' | 'POP';

const KEY = 'navigationHistory';
export const TRAIL_MAX = 50;
const noTrail: Trail = { visits: [], position: -1 };

const bounded = (visits: readonly Visit[]): Trail => {
  const kept = visits.slice(-TRAIL_MAX);
  return { visits: kept, position: kept.length - 1 };
};

/** Which visit a move through the history led to: the nearest with this key and, for a loaded page, this path. */
function positionOf({ visits, position }: Trail, key: string, path: string): number {
  const fits = visits.flatMap((visit, index) => (visit.key === key && (key !== 'default' || visit.path === path) ? [index] : []));
  return fits.sort((a, b) => Math.abs(a - position) - Math.abs(b - position))[0] ?? -1;
}

/** The trail after one more move. */
export function follow(trail: Trail, move: Move, { path, key }: Pick<Visit, 'path' | 'key'>, at: number): Trail {
  const { visits, position } = trail;
  const here = visits[position];
  // The same place, passed in twice.
  if (here?.key === key && here.path === path) return trail;
  if (move === 'PUSH') return bounded([...visits.slice(0, position + 1), { path, key, at, followed: here !== undefined }]);
  if (move === 'REPLACE' && here) {
    const replaced = { path, key, at, followed: here.followed };
    return { visits: visits.with(position, replaced), position };
  }
  const found = positionOf(trail, key, path);
  if (found >= 0) return { visits, position: found };
  // A page that was opened by its address: what precedes it in the history is unknown.
  return bounded([...visits.slice(0, position + 1), { path, key, at, followed: false }]);
}

/** The visit that the browser's own Back would lead to, as far as that is known. */
export function visitBefore({ visits, position }: Trail): Visit | undefined {
  return visits[position]?.followed ? visits[position - 1] : undefined;
}

export function readTrail(): Trail {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Trail | null;
    return kept && Array.isArray(kept.visits) && kept.position < kept.visits.length ? kept : noTrail;
  } catch {
    return noTrail;
  }
}

export function keepTrail(trail: Trail): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trail));
  } catch {
    // Without storage, Back leads to the page's own target, which is always right.
  }
}

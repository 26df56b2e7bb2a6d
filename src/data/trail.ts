/**
 * Where one has been in this tab, by path and time. It is kept in session storage, so that a reload forgets nothing, and ends with
 * the tab or with signing out. Going back uses it: where the page before is the one that back leads to, the browser goes back to it
 * and it stands as it was left; anything else would add a second copy of it to the history.
 */
export interface Visit {
  /** path and search */
  readonly path: string;
  /** of the router's location; a page that was loaded, not gone to, is `default` */
  readonly key: string;
  readonly at: number;
  /** whether one came here from the visit before it: then the entry before this one in the browser's history is that visit */
  readonly followed: boolean;
}

export interface Trail {
  readonly visits: readonly Visit[];
  /** the visit that one is at; those after it were left by going back */
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

/** Which visit a move through the history has led to: the nearest with this key, and for a loaded page with this path. */
function positionOf({ visits, position }: Trail, key: string, path: string): number {
  const fits = visits.flatMap((visit, index) => (visit.key === key && (key !== 'default' || visit.path === path) ? [index] : []));
  return fits.sort((a, b) => Math.abs(a - position) - Math.abs(b - position))[0] ?? -1;
}

/** The trail after one more move. */
export function follow(trail: Trail, move: Move, { path, key }: Pick<Visit, 'path' | 'key'>, at: number): Trail {
  const { visits, position } = trail;
  const here = visits[position];
  // The same place, told of twice.
  if (here?.key === key && here.path === path) return trail;
  if (move === 'PUSH') return bounded([...visits.slice(0, position + 1), { path, key, at, followed: here !== undefined }]);
  if (move === 'REPLACE' && here) {
    const replaced = { path, key, at, followed: here.followed };
    return { visits: visits.with(position, replaced), position };
  }
  const found = positionOf(trail, key, path);
  if (found >= 0) return { visits, position: found };
  // A page that was opened by its address: what was behind it in the history is not known.
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
    // Without storage Back leads to the page's own target, which is never wrong.
  }
}

/**
 * A row of the table that `npm run bench` prints: what was measured, for Kith and for the floor in the same run, and the bounds on their
 * ratio. Bounds are judged only here. A missed bound is printed but does not fail the run, because a busy machine must not decide anything.
 */
import type { TestContext } from 'vitest';
import type { Spread } from './statistics.ts';

declare module 'vitest' {
  interface TaskMeta {
    rows?: Row[];
  }
}

/**
 * `times` names what the bound is a multiple of: the floor, or the version before. A run that does not measure the version before ignores
 * such a bound. By default a bound applies to the ratio where there is a floor, else to Kith's own number.
 */
export type Bound = ({ readonly atMost: number } | { readonly atLeast: number }) & { readonly times?: 'itself' | 'floor' | 'before' };

export interface Row {
  readonly work: string;
  /** the unit of both numbers, for example `ms` */
  readonly unit: string;
  readonly ours: number | Spread;
  readonly floor?: number | Spread;
  readonly floorName?: string;
  /** the version of `--against`, in the same run */
  readonly before?: number | Spread;
  /** all of them must hold */
  readonly must?: Bound | readonly Bound[];
  readonly aim?: Bound;
}

/** The number that represents a sample where one number is needed. */
export const central = (value: number | Spread): number => (typeof value === 'number' ? value : value.p50);

/** Kith over floor, of the medians; null where there is no floor. */
export const ratioOf = (row: Row): number | null => (row.floor === undefined ? null : central(row.ours) / central(row.floor));

/** Kith over the version before it, of the medians; null where that was not measured. */
export const changeOf = (row: Row): number | null => (row.before === undefined ? null : central(row.ours) / central(row.before));

/** What the bound applies to. */
export const boundOn = (row: Row, { times }: Bound): 'itself' | 'floor' | 'before' =>
  times ?? (row.floor === undefined ? 'itself' : 'floor');

export const mustsOf = ({ must = [] }: Row): readonly Bound[] => (Array.isArray(must) ? must : [must]) as readonly Bound[];

export type Verdict = 'aim' | 'must' | 'missed' | '';

/** The best bound that holds; `missed` where none does, '' where there is none. */
export function verdictOf(row: Row): Verdict {
  const values = { itself: central(row.ours), floor: ratioOf(row), before: changeOf(row) };
  const judged = (bounds: readonly Bound[]) => bounds.filter((bound) => values[boundOn(row, bound)] !== null);
  const holds = (bound: Bound) => {
    const value = values[boundOn(row, bound)] ?? Number.NaN;
    return 'atMost' in bound ? value <= bound.atMost : value >= bound.atLeast;
  };
  const musts = judged(mustsOf(row));
  const aims = judged(row.aim ? [row.aim] : []);
  if (!musts.every(holds)) return 'missed';
  if (aims.length > 0 && aims.every(holds)) return 'aim';
  if (musts.length > 0) return 'must';
  return aims.length > 0 ? 'missed' : '';
}

/** Adds rows to the table of the run. */
export function report({ task }: TestContext, ...rows: readonly Row[]): void {
  task.meta.rows = [...(task.meta.rows ?? []), ...rows];
}

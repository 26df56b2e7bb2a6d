/**
 * A row of the table that `npm run bench` prints: what was measured, of Kith and of the floor in the same run, and what their
 * ratio must be. Whether a bound is met is judged here alone. A busy machine decides nothing: a bound that is missed is
 * printed, it does not fail the run.
 */
import type { TestContext } from 'vitest';
import type { Spread } from './statistics.ts';

declare module 'vitest' {
  interface TaskMeta {
    rows?: Row[];
  }
}

/** On the ratio where there is a floor, else on Kith's own number. */
export type Bound = { readonly atMost: number } | { readonly atLeast: number };

export interface Row {
  readonly work: string;
  /** of both numbers, `ms` say */
  readonly unit: string;
  readonly ours: number | Spread;
  readonly floor?: number | Spread;
  readonly floorName?: string;
  readonly must?: Bound;
  readonly aim?: Bound;
}

/** The number that stands for a sample where one is needed. */
export const central = (value: number | Spread): number => (typeof value === 'number' ? value : value.p50);

/** Kith over floor, of the medians; null where there is no floor. */
export const ratioOf = (row: Row): number | null => (row.floor === undefined ? null : central(row.ours) / central(row.floor));

export type Verdict = 'aim' | 'must' | 'missed' | '';

/** The best bound that holds, `missed` where none does, '' where there is none. */
export function verdictOf(row: Row): Verdict {
  const value = ratioOf(row) ?? central(row.ours);
  const holds = (bound: Bound | undefined) => bound !== undefined && ('atMost' in bound ? value <= bound.atMost : value >= bound.atLeast);
  if (holds(row.aim) && (row.must === undefined || holds(row.must))) return 'aim';
  if (holds(row.must)) return 'must';
  return row.must === undefined && row.aim === undefined ? '' : 'missed';
}

/** Adds rows to the table of the run. */
export function report({ task }: TestContext, ...rows: readonly Row[]): void {
  task.meta.rows = [...(task.meta.rows ?? []), ...rows];
}

import type { Row, RowRef } from './feature.ts';

/** A loaded row, beside the reference by which it was asked for. */
export interface PlacedRow {
  readonly ref: RowRef;
  readonly row: Row;
}

/** Every id once: a row that lies in two scopes is asked for twice and loaded once. */
export const idsOf = (refs: readonly RowRef[]): string[] => [...new Set(refs.map((ref) => ref.id))];

/** Gives each reference its row. What is gone is left out. For rows that read the same in every scope. */
export function placeRows(refs: readonly RowRef[], rows: readonly Row[]): PlacedRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return refs.flatMap((ref) => {
    const row = byId.get(ref.id);
    return row === undefined ? [] : [{ ref, row }];
  });
}

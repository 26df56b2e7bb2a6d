import type { Row, RowRef } from '../feature.ts';

/** A loaded row and the reference that asked for it. */
export interface LoadedRow {
  readonly ref: RowRef;
  readonly row: Row;
}

/** Every id once: a row that lies in two scopes is referenced twice and loaded once. */
export const idsOf = (refs: readonly RowRef[]): string[] => [...new Set(refs.map((ref) => ref.id))];

/** Pairs each reference with its row. Leaves out references whose row no longer exists. For rows that read the same in every scope. */
export function pairRows(refs: readonly RowRef[], rows: readonly Row[]): LoadedRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return refs.flatMap((ref) => {
    const row = byId.get(ref.id);
    return row === undefined ? [] : [{ ref, row }];
  });
}

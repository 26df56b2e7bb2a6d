import type { AnyLocalRow } from './local-row.ts';

/**
 * Where a row stands among all that waits, as a write id. Several writes of one row leave as one; it then stands where the
 * first of them did, or what was written upon the row in between would come before it. A deletion stands where it was made,
 * after all that was done to the row.
 */
export function placeOf(row: Pick<AnyLocalRow, 'scope' | 'assumed' | 'write_id'> & { readonly _deleted?: boolean }): string {
  if (row._deleted) return row.write_id;
  // Of an accepted row, the first one that it was made upon is the server's.
  return row.assumed[row.scope === 0 ? 0 : 1] ?? row.write_id;
}

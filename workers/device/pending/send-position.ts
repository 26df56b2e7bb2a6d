import type { AnyLocalRow } from '../local-row.ts';

/**
 * The position of a row among all pending rows, as a write id. Several writes of one row are sent as one, at the position of the first.
 * Otherwise other rows that were based on this one in between would be sent before it. A deletion keeps its own position, after
 * everything that was done to the row.
 */
export function sendPosition(row: Pick<AnyLocalRow, 'scope' | 'assumed' | 'write_id'> & { readonly _deleted?: boolean }): string {
  if (row._deleted) return row.write_id;
  // For an accepted row, the first entry of `assumed` is the server's.
  return row.assumed[row.scope === 0 ? 0 : 1] ?? row.write_id;
}

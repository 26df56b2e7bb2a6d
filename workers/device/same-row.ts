import type { RxConflictHandler } from 'rxdb';
import type { AnyLocalRow } from './local-row.ts';

type Held = AnyLocalRow & { _deleted?: boolean };

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b)) return false;
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

/**
 * Whether two states of a row are the same. The write ids nearly always show it. The fields are compared too, because the server may
 * render a row anew under the same write id, for example with a changed name. `assumed` follows from the rest.
 */
export function sameRow(a: Held, b: Held): boolean {
  if (a.write_id !== b.write_id || a.pending !== b.pending || a.scope !== b.scope) return false;
  if (Boolean(a._deleted) !== Boolean(b._deleted)) return false;
  for (const field of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (field.startsWith('_') || field === 'assumed') continue;
    if (!sameValue(a[field], b[field])) return false;
  }
  return true;
}

/** The server's state wins. By then the outbox contains what the member wrote. */
export const serverWins: RxConflictHandler<AnyLocalRow> = {
  isEqual: (a, b) => sameRow(a as Held, b as Held),
  resolve: ({ realMasterState }) => Promise.resolve(realMasterState),
};

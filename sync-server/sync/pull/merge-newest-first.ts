interface Entry {
  /** seconds since the epoch */
  readonly at: number;
  readonly seq: number;
}

/** What was read of one scope, in descending order of `seq`. */
interface Piece<E extends Entry> {
  readonly head: number;
  readonly entries: readonly E[];
  /** whether older entries may exist that were not read */
  readonly mayHaveMore: boolean;
}

/**
 * Takes up to `limit` entries out of several scopes, newest first. From each scope it takes a prefix of what was read and skips nothing,
 * whatever the clock did. It stops early at the end of a piece that may go on, because the next entry of that scope could be newer than
 * those of the others.
 *
 * Entries of the same moment (rows written at once) alternate between the scopes.
 */
export function mergeNewestFirst<E extends Entry>(pieces: readonly Piece<E>[], limit: number): E[] {
  const cursors = pieces.map((piece) => ({ piece, next: 0 }));
  const taken: E[] = [];
  while (taken.length < limit) {
    let best: { cursor: (typeof cursors)[number]; entry: E } | undefined;
    for (const cursor of cursors) {
      const entry = cursor.piece.entries[cursor.next];
      if (!entry) {
        if (cursor.piece.mayHaveMore) return taken;
        continue;
      }
      if (!best || isNewer(cursor.piece, entry, best.cursor.piece, best.entry)) best = { cursor, entry };
    }
    if (!best) return taken;
    taken.push(best.entry);
    best.cursor.next += 1;
  }
  return taken;
}

function isNewer<E extends Entry>(piece: Piece<E>, entry: E, otherPiece: Piece<E>, other: E): boolean {
  if (entry.at !== other.at) return entry.at > other.at;
  return piece.head - entry.seq < otherPiece.head - other.seq;
}

import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Checkpoint, Frame, Heads, Removal, WireDocument } from '../../../schemas/protocol/sync.ts';
import { toLocal } from '../../device/local-row.ts';
import type { StoredRow } from '../../device/write-rows.ts';
import { tombstone } from './tombstones.ts';

/**
 * What a page from the server, or frames of the stream, mean for the stored rows. These functions are pure, so that each rule can be
 * tested alone.
 */
export interface PageContent {
  readonly documents: readonly WireDocument[];
  readonly removed: readonly Removal[];
  /** answers to checks by id */
  readonly checked?: readonly (readonly [string, WireDocument | null])[];
}

/** All ids in these pages. */
export const idsOf = (contents: readonly PageContent[]): string[] => [
  ...new Set(
    contents.flatMap(({ documents, removed, checked = [] }) => [
      ...documents.map(({ id }) => id),
      ...removed.map(([id]) => id),
      ...checked.map(([id]) => id),
    ]),
  ),
];

/**
 * The rows that change. A pending row stays as it is: the answer to its push brings the server's state. A removal from a scope applies
 * only to a row that came by that scope, because the same document may have come by another scope since.
 */
export function changedRows(
  collection: CollectionName,
  contents: readonly PageContent[],
  stored: ReadonlyMap<string, StoredRow>,
): StoredRow[] {
  const changed = new Map<string, StoredRow>();
  const now = (id: string): { scope: number; _deleted: boolean } | undefined => changed.get(id) ?? stored.get(id);
  for (const { documents, removed, checked = [] } of contents) {
    for (const document of documents) changed.set(document.id, { ...toLocal(collection, document), _deleted: false });
    const brought = new Set(documents.map(({ id }) => id));
    for (const [id, scope] of removed) {
      const copy = now(id);
      if (!brought.has(id) && copy && !copy._deleted && copy.scope === scope) changed.set(id, tombstone(collection, id));
    }
    for (const [id, document] of checked) {
      if (document) changed.set(id, { ...toLocal(collection, document), _deleted: false });
      else if (!brought.has(id) && now(id)?._deleted === false) changed.set(id, tombstone(collection, id));
    }
  }
  return [...changed.values()].filter(({ id }) => stored.get(id)?.pending !== 1);
}

/** The checkpoint after a page. Scopes that were left are dropped, and so are those that the page marks as lost. */
export function nextCheckpoint(before: Checkpoint, page: Checkpoint, heads: Heads): Checkpoint {
  const next = Object.entries({ ...before, ...page }).filter(([scope, at]) => scope in heads && at !== null);
  return Object.fromEntries(next);
}

/** The checkpoint after frames: it moves forward in their scopes, and a backfill continues from where it was. */
export function checkpointAfter(before: Checkpoint, frames: readonly Pick<Frame, 'scope' | 'head'>[]): Checkpoint {
  const next: Checkpoint = { ...before };
  for (const { scope, head } of frames) {
    const at = next[scope];
    next[scope] = Array.isArray(at) ? [head, at[1]] : head;
  }
  return next;
}

/** Whether two checkpoints are equal. */
export const sameCheckpoint = (a: Checkpoint, b: Checkpoint): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));
};

import { toLocal } from '../../schemas/local/local-row.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Checkpoint, Heads, Removal, WireDocument } from '../../schemas/protocol/sync.ts';
import type { QueuedFrame } from './frames.ts';
import type { StoredRow } from './held-rows.ts';
import { checkpointRow, type ReplicatedRow, tombstone } from './tombstones.ts';

/**
 * What a page of the server, or frames of the stream, mean for the rows that are held: pure, so that each rule of who keeps
 * what can be tested alone.
 */
export interface LocalPage {
  readonly documents: ReplicatedRow[];
  readonly checkpoint: Checkpoint;
}

export interface PageContent {
  readonly documents: readonly WireDocument[];
  readonly removed: readonly Removal[];
  /** answers to what was asked by id */
  readonly checked?: readonly (readonly [string, WireDocument | null])[];
}

/** The ids whose held copies decide what a page means. */
export const idsInQuestion = (content: PageContent): string[] => [
  ...content.removed.map(([id]) => id),
  ...(content.checked ?? []).flatMap(([id, document]) => (document ? [] : [id])),
];

/**
 * The rows that change. A removal from a scope concerns only a copy that is held by that very scope: the same document may
 * have come by another one since.
 */
export function changedRows(
  collection: CollectionName,
  contents: readonly PageContent[],
  held: ReadonlyMap<string, StoredRow>,
): ReplicatedRow[] {
  const changed = new Map<string, ReplicatedRow>();
  const now = (id: string): { scope: number; _deleted: boolean } | undefined => changed.get(id) ?? held.get(id);
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
  return [...changed.values()];
}

/** Whether two checkpoints say the same; null says as much as nothing. */
export const sameCheckpoint = (a: Checkpoint, b: Checkpoint): boolean => {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => JSON.stringify(a[key] ?? null) === JSON.stringify(b[key] ?? null));
};

/** The checkpoint after a page. What RxDB passed in is never changed, and a scope that was left becomes null. */
export function nextCheckpoint(before: Checkpoint, page: Checkpoint, heads: Heads): Checkpoint {
  const next: Checkpoint = { ...before, ...page };
  for (const scope of Object.keys(before)) if (!(scope in heads)) next[scope] = null;
  return next;
}

/** The checkpoint after frames: forward in their scopes, and a backfill goes on from where it was. */
export function checkpointAfter(before: Checkpoint, frames: readonly QueuedFrame[]): Checkpoint {
  const next: Checkpoint = { ...before };
  for (const { scope, head } of frames) {
    const at = next[scope];
    next[scope] = Array.isArray(at) ? [head, at[1]] : head;
  }
  return next;
}

/** A page as RxDB takes it: a checkpoint that moved without any document needs one to travel with. */
export function asPage(collection: CollectionName, documents: ReplicatedRow[], before: Checkpoint, checkpoint: Checkpoint): LocalPage {
  if (documents.length > 0 || sameCheckpoint(before, checkpoint)) return { documents, checkpoint };
  return { documents: [checkpointRow(collection)], checkpoint };
}

/** Nothing is known of these scopes any more. */
export const withoutScopes = (before: Checkpoint, scopes: Iterable<number>): Checkpoint => ({
  ...before,
  ...Object.fromEntries([...scopes].map((scope) => [scope, null])),
});

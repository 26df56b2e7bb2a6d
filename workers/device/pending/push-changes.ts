import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { PushChange } from '../../../schemas/protocol/sync.ts';
import { MAX_BODY_BYTES, MAX_CHANGES } from '../../../schemas/protocol/sync-limits.ts';
import { toWire } from '../local-row.ts';
import type { StoredRow } from '../write-rows.ts';

/** What a push carries, for the worker's lane and for a page that is being left. */

/** The body limit, minus space for what surrounds the changes. */
export const BODY_BYTES = MAX_BODY_BYTES - 10_000;
const MAX_ASSUMED = 1000;
const encoder = new TextEncoder();

/** How many bytes of a request this change takes. */
const bytesOf = (change: PushChange): number => encoder.encode(JSON.stringify(change)).length + 1;

/** Shortens the history of a document that was written very often while offline. The server's own id comes first and must stay. */
export function shortenAssumed(assumed: readonly string[]): string[] {
  if (assumed.length <= MAX_ASSUMED) return [...assumed];
  return [...assumed.slice(0, 1), ...assumed.slice(-(MAX_ASSUMED - 1))];
}

/** A pending row as it is pushed. */
export const changeOf = (collection: CollectionName, row: StoredRow): PushChange => ({
  collection,
  assumed: shortenAssumed(row.assumed),
  document: toWire(collection, row),
});

/** The first changes that fit into a request of `mostBytes`. Without `atLeastOne`, none if the first is too large. */
export function firstBatch(changes: readonly PushChange[], mostBytes: number = BODY_BYTES, atLeastOne = true): PushChange[] {
  const fit: PushChange[] = [];
  let bytes = 0;
  for (const change of changes) {
    bytes += bytesOf(change);
    const isNeeded = atLeastOne && fit.length === 0;
    if (!isNeeded && (bytes > mostBytes || fit.length === MAX_CHANGES)) break;
    fit.push(change);
  }
  return fit;
}

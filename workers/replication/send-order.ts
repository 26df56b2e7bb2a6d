import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { MAX_BODY_BYTES, MAX_CHANGES, type PushChange } from '../../schemas/protocol/sync.ts';

/**
 * In which order writes are sent, and how many at once. A write never reaches the server before one that was made earlier on
 * this device: an earlier one that RxDB has not handed over yet is waited for.
 */
export interface Waiting {
  readonly collection: CollectionName;
  readonly id: string;
  readonly writeId: string;
  /** where it stands among the others, see `placeOf` */
  readonly place: string;
}

/**
 * Of the writes that were handed over, those that may go now, in their order. RxDB hands over one call for each collection at
 * a time, so a collection never waits for a write of its own: that one comes only after the call. Where two collections would
 * wait for each other in this way, the first write of all goes.
 */
export function sendable<T extends Waiting>(handedOver: Iterable<T>, unsent: Iterable<Waiting>): T[] {
  const ordered = [...handedOver].sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0));
  const handed = new Set(ordered.map(({ collection, writeId }) => `${collection} ${writeId}`));
  const missing = [...unsent].filter(({ collection, writeId }) => !handed.has(`${collection} ${writeId}`));
  if (missing.length === 0) return ordered;
  const ready: T[] = [];
  for (const write of ordered) {
    if (missing.some((other) => other.collection !== write.collection && other.place < write.place)) break;
    ready.push(write);
  }
  const busy = new Set(ordered.map(({ collection }) => collection));
  return ready.length === 0 && missing.every(({ collection }) => busy.has(collection)) ? ordered.slice(0, 1) : ready;
}

/** Room for what is around the changes. */
export const BODY_BYTES = MAX_BODY_BYTES - 10_000;
/** What a line should pass at once that breaks again and again. */
export const LEAST_BYTES = 4000;
const encoder = new TextEncoder();

/** As many of the first changes as fit into one request of so many bytes, at least one. */
export function fitting(changes: readonly PushChange[], mostBytes: number = BODY_BYTES): PushChange[] {
  const fit: PushChange[] = [];
  let bytes = 0;
  for (const change of changes) {
    bytes += encoder.encode(JSON.stringify(change)).length + 1;
    if (fit.length > 0 && (bytes > mostBytes || fit.length === MAX_CHANGES)) break;
    fit.push(change);
  }
  return fit;
}

const MAX_ASSUMED = 1000;

/** A document that was written very often without connection: the server's own id comes first and must stay. */
export function bounded(assumed: readonly string[]): string[] {
  if (assumed.length <= MAX_ASSUMED) return [...assumed];
  return [...assumed.slice(0, 1), ...assumed.slice(-(MAX_ASSUMED - 1))];
}

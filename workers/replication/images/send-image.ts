import type { Realm } from '../../../schemas/base/realm.ts';
import type { ImageKey } from '../../../schemas/images/image.ts';
import type { ImageOutcome, ImageServer, Received } from './image-server.ts';
import { createPartSizes, type PartSizes, partMs } from './part-sizes.ts';
import type { RowsFirst } from './rows-first.ts';

/**
 * How sending an image ended for now, besides what an answer itself says. `sent`: the server has it. `left`: something else comes first;
 * what was sent stays sent.
 */
export type Ending = { readonly kind: 'sent' } | { readonly kind: 'left' } | Exclude<ImageOutcome<never>, { readonly kind: 'done' }>;

/** The line to the server, as this worker has found it. */
export interface Line {
  /** the shortest time between a small request and its answer */
  roundTripMs: number;
}

/** An image that is being sent, from its first attempt to its end. */
export interface Upload {
  readonly sizes: PartSizes;
  /** what the server has; null if it has to be asked, as in the beginning: another worker may have sent parts before this one started */
  received: Received | null;
  /** a part whose answer did not come: it may have arrived */
  doubted: { readonly start: number; readonly end: number; readonly ms: number } | null;
}

export const beginUpload = (bytes: ArrayBuffer, line: Line): Upload => ({
  sizes: createPartSizes(bytes.byteLength, () => line.roundTripMs),
  received: null,
  doubted: null,
});

/** A server that answers but never has more than before. */
const MOST_WITHOUT_PROGRESS = 5;

/**
 * Sends an image in parts, from where the server says that it is. A lost answer costs a question, a lost part that part. No part begins
 * while a row waits, and after each part `isNext` says whether to go on with this image.
 */
export async function sendImage(given: {
  readonly realm: Realm;
  readonly server: Pick<ImageServer, 'received' | 'sendPart'>;
  readonly rowsFirst: RowsFirst;
  readonly line: Line;
  readonly key: ImageKey;
  readonly bytes: ArrayBuffer;
  readonly upload: Upload;
  readonly isNext: () => boolean;
  readonly signal: AbortSignal;
}): Promise<Ending> {
  const { server, rowsFirst, line, key, bytes, upload, isNext, signal, realm } = given;
  const total = bytes.byteLength;
  let furthest = -1;
  let withoutProgress = 0;

  /** Takes over what the server has, and whether the last part is part of that. */
  function take(received: Received, part: { readonly start: number; readonly end: number } | null, ms: number): void {
    const reached = received === 'all' ? total : received;
    if (part === null) line.roundTripMs = Math.min(line.roundTripMs, ms);
    else if (reached >= part.end) upload.sizes.answered(part.end - part.start, ms);
    const missing = part ? { ...part, ms } : upload.doubted;
    if (missing && reached < missing.end) upload.sizes.lost(missing.end - missing.start, missing.ms);
    upload.doubted = null;
    upload.received = received;
    withoutProgress = reached > furthest ? 0 : withoutProgress + 1;
    furthest = Math.max(furthest, reached);
  }

  while (upload.received !== 'all' && (upload.received ?? 0) < total) {
    if (signal.aborted || !isNext()) return { kind: 'left' };
    if (withoutProgress > MOST_WITHOUT_PROGRESS) return { kind: 'lost', retryAfterMs: 0 };
    const start = upload.received;
    const part = start === null ? null : { start, end: start + upload.sizes.next(total - start) };
    const begun = realm.performance.now();
    const outcome = part
      ? await rowsFirst.run(
          (limited) => server.sendPart(key, bytes.slice(part.start, part.end), { ...part, total }, limited),
          signal,
          partMs(line.roundTripMs),
        )
      : await rowsFirst.run((limited) => server.received(key, limited), signal);
    const ms = realm.performance.now() - begun;
    if (outcome?.kind === 'done') {
      take(outcome.body, part, ms);
      continue;
    }
    // What has arrived is asked next.
    upload.received = null;
    if (part) upload.doubted = { ...part, ms };
    if (outcome !== null && !signal.aborted) return outcome;
  }
  return { kind: 'sent' };
}

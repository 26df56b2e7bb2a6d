import { PART_MIN_BYTES } from '../../../schemas/images/image-parts.ts';

/**
 * How large the next part of an image is: about what the line carries in a second, so that a row which is written by then never waits
 * longer than that. What breaks off is sent again, so after a loss the parts become small enough that an image never costs much more than
 * its size, however often the line breaks.
 */
export interface PartSizes {
  /** How many bytes to send next, of so many that are left. */
  next(left: number): number;
  /** A part of so many bytes was answered after this time. */
  answered(bytes: number, ms: number): void;
  /** A part of so many bytes did not arrive as a whole. It ended after this time. */
  lost(bytes: number, ms: number): void;
}

const FIRST_BYTES = 16 * 1024;
const MOST_BYTES = 256 * 1024;
/** A part takes this long with its answer, on a line whose answers are quick. */
const PART_MS = 1_000;
/** A line may be slower than its last part: it grows in steps. */
const MOST_GROWTH = 4;
/** The first loss costs at most this share of the image. */
const SHARE = 1 / 16;
/**
 * What is to be lost of an image in all, as a share of it, and the share of what is still left of that, which a part may have. With the
 * smallest parts, which cannot shrink, that makes less than a tenth over twenty losses.
 */
const MOST_LOST = 0.08;
const SHARE_OF_LOSS = 1 / 8;

/** How long a part may take with its answer, where the shortest answer took this long. */
export const partMs = (roundTripMs: number): number => Math.max(PART_MS, 2 * roundTripMs);

export function createPartSizes(total: number, roundTripMs: () => number): PartSizes {
  const most = Math.min(MOST_BYTES, Math.max(FIRST_BYTES, total * SHARE));
  let planned = FIRST_BYTES;
  /** bytes a millisecond, without the time for the answer; null before the first one */
  let rate: number | null = null;
  let lostBytes = 0;
  return {
    next(left) {
      const afterLoss = lostBytes === 0 ? most : (total * MOST_LOST - lostBytes) * SHARE_OF_LOSS;
      const size = Math.max(PART_MIN_BYTES, Math.floor(Math.min(planned, most, afterLoss)));
      // A rest that is smaller than a part may be goes with this one.
      return left - size < PART_MIN_BYTES ? left : size;
    },
    answered(bytes, ms) {
      rate = bytes / Math.max(ms - roundTripMs(), 1);
      planned = Math.min((bytes / Math.max(ms, 1)) * partMs(roundTripMs()), bytes * MOST_GROWTH);
    },
    lost(bytes, ms) {
      // What it has sent until then is lost. As far as one can know: a browser does not say how much it has sent.
      lostBytes += rate === null ? bytes : Math.min(bytes, rate * ms);
      planned = bytes / 2;
    },
  };
}

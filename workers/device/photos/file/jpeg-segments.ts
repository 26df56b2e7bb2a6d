/** A part of a JPG. `from` and `to` say where it is in the file, with its marker. */
export interface Segment {
  /** the byte after 0xff; `PIXELS` for the coded pixels after a start of scan, which have no marker */
  readonly marker: number;
  readonly from: number;
  readonly to: number;
}

export const PIXELS = 0;
export const START_OF_SCAN = 0xda;
const [START, END] = [0xd8, 0xd9];
/** Markers without a length: restarts, start and end of the image, and one for arithmetic coding. */
const isAlone = (marker: number): boolean => (marker >= 0xd0 && marker <= END) || marker === 0x01;
/** Within coded pixels these two do not begin a segment: a 0xff of the pixels, and a restart. */
const isOfPixels = (next: number): boolean => next === 0 || (next >= 0xd0 && next <= 0xd7);

/**
 * The segments of a JPG in order, up to the end of its image: what follows that, such as the film of a moving photo, is not part of it. Bytes
 * between segments are left out, as decoders do. Ends where a segment is longer than the file.
 */
export function* jpegSegments(bytes: Uint8Array): Generator<Segment> {
  let at = 0;
  for (;;) {
    const from = bytes.indexOf(0xff, at);
    const marker = bytes[from + 1];
    if (from < 0 || marker === undefined) return;
    // 0xff may be repeated before a marker.
    if (marker === 0xff || marker === 0) at = from + 1;
    else if (isAlone(marker)) {
      at = from + 2;
      // A restart outside of pixels has no meaning.
      if (marker === START || marker === END) yield { marker, from, to: at };
      if (marker === END) return;
    } else {
      at = from + 2 + (((bytes[from + 2] ?? 0) << 8) | (bytes[from + 3] ?? 0));
      if (at > bytes.length || at < from + 4) return;
      yield { marker, from, to: at };
      if (marker !== START_OF_SCAN) continue;
      const to = endOfPixels(bytes, at);
      yield { marker: PIXELS, from: at, to };
      at = to;
    }
  }
}

function endOfPixels(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(0xff, at);
    const next = bytes[at + 1];
    if (at < 0 || next === undefined) return bytes.length;
    if (next === 0xff) at -= 1;
    else if (!isOfPixels(next)) return at;
  }
}

/** Whether the data of a segment begins with these letters and a zero. */
export function isNamed(bytes: Uint8Array, { from, to }: Segment, name: string): boolean {
  if (from + 4 + name.length >= to || bytes[from + 4 + name.length] !== 0) return false;
  return [...name].every((letter, nth) => bytes[from + 4 + nth] === letter.charCodeAt(0));
}

/** A part of a PNG or WebP. */
export interface Chunk {
  /** four letters */
  readonly name: string;
  /** where it is in the file, with its name and length */
  readonly from: number;
  readonly to: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The chunks of a PNG, up to the end of its image. Ends where a chunk is longer than the file. */
export function* pngChunks(bytes: Uint8Array<ArrayBuffer>): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let from = 8; from + 12 <= bytes.length; ) {
    const to = from + 12 + view.getUint32(from);
    if (to > bytes.length) return;
    const name = nameAt(bytes, from + 4);
    yield { name, from, to, data: bytes.subarray(from + 8, to - 4) };
    if (name === 'IEND') return;
    from = to;
  }
}

/** The chunks of a WebP, or those inside of a frame, from this place on. Ends with the image, or where a chunk is longer than the file. */
export function* webpChunks(bytes: Uint8Array<ArrayBuffer>, start = 12): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = start === 12 && bytes.length >= 12 ? Math.min(bytes.length, 8 + view.getUint32(4, true)) : bytes.length;
  for (let from = start; from + 8 <= end; ) {
    const length = view.getUint32(from + 4, true);
    const dataEnd = from + 8 + length;
    if (dataEnd > bytes.length) return;
    // A chunk of odd length is followed by a zero, which some writers leave out at the end.
    const to = Math.min(dataEnd + (length % 2), bytes.length);
    yield { name: nameAt(bytes, from), from, to, data: bytes.subarray(from + 8, dataEnd) };
    from = dataEnd + (length % 2);
  }
}

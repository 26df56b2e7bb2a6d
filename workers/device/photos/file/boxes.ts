/** A box of an AVIF or HEIC: `from` and `to` say where its content is. */
export interface Box {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The boxes inside of the first box that is found by these names, each within the one before. Ends where a box is longer than what it is in. */
export function* boxes(bytes: Uint8Array<ArrayBuffer>, path: readonly string[], start = 0, end = bytes.length): Generator<Box> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [next, ...rest] = path;
  for (let at = start; at + 8 <= end; ) {
    const short = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const isLong = short === 1 && at + 16 <= end;
    // Zero means up to the end.
    const length = isLong ? view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12) : short || end - at;
    const [from, to] = [at + (isLong ? 16 : 8), at + length];
    if (to < from || to > end) return;
    if (next === undefined) yield { name, from, to };
    else if (name === next) {
      // `meta` has a version before its content.
      yield* boxes(bytes, rest, from + (name === 'meta' ? 4 : 0), to);
      return;
    }
    at = to;
  }
}

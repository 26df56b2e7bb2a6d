/** PNG files by hand: with chunks that no encoder writes, and headers that are not true. */
import { constants, crc32, deflateRawSync } from 'node:zlib';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32(data.byteLength), typed, u32(crc32(typed))]);
}

const BLOCK = 1_000_000;
const ADLER = 65_521;
/** Compressed, and to be followed by more. */
const zeros = (count: number): Buffer => deflateRawSync(Buffer.alloc(count), { level: 9, finishFlush: constants.Z_FULL_FLUSH });

/** This many zeros, compressed. They are never in memory as a whole, so there may be billions of them. */
function compressedZeros(count: number): Buffer {
  const block = zeros(BLOCK);
  const blocks = Array.from({ length: Math.floor(count / BLOCK) }, () => block);
  const end = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, zeros(count % BLOCK), end, u32((count % ADLER) * 0x10000 + 1)]);
}

const MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of one colour whose header claims this width and height; `lines` is how many lines it really has. */
export function plainPng(
  width: number,
  height: number,
  options: { lines?: number; interlaced?: boolean; chunks?: readonly Buffer[] } = {},
): Buffer {
  const header = Buffer.concat([u32(width), u32(height), Buffer.from([8, 0, 0, 0, options.interlaced ? 1 : 0])]);
  const data = compressedZeros((width + 1) * (options.lines ?? height));
  const chunks = [pngChunk('IHDR', header), ...(options.chunks ?? []), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([MAGIC, ...chunks]);
}

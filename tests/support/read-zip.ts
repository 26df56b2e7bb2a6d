/** Reads a ZIP as an independent program would: through its directory, checking lengths and checksums. */
import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Its files by name. @throws where it is not a complete ZIP */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('the directory is missing');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let entriesLeft = zip.readUInt16LE(end + 10); entriesLeft > 0; entriesLeft -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('an entry is missing');
    const method = zip.readUInt16LE(at + 10);
    const checksum = zip.readUInt32LE(at + 16);
    const packed = zip.readUInt32LE(at + 20);
    const [nameLength, extraLength, commentLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + packed);
    const content = method === 0 ? Buffer.from(bytes) : inflateRawSync(bytes);
    if (typeof crc32 === 'function' && crc32(content) !== checksum) throw new Error(`${name} is damaged`);
    if (files.has(name)) throw new Error(`${name} is there twice`);
    files.set(name, content);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

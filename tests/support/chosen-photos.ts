/** Photos as people choose them, and checks of what becomes of them. */
import sharp from 'sharp';
import type { PixelSize } from '../../schemas/images/image.ts';
import { turnOf } from '../../workers/device/photos/geometry.ts';
import { pngChunk } from './png.ts';

type Format = 'jpeg' | 'png' | 'webp';

/** The colours of the four quarters: upper left, upper right, lower left, lower right. */
const quarters = ['#dc2828', '#28a03c', '#3246c8', '#e6c83c'] as const;
const names = ['red', 'green', 'blue', 'yellow'] as const;

/** A picture of four quarters in four colours, red upper left, green upper right, blue lower left, as it should be seen. */
async function quartered({ width, height }: PixelSize): Promise<Buffer> {
  const colours = quarters.map((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)));
  const pixels = Buffer.from([...(colours[0] ?? []), ...(colours[1] ?? []), ...(colours[2] ?? []), ...(colours[3] ?? [])]);
  return sharp(pixels, { raw: { width: 2, height: 2, channels: 3 } })
    .resize(width, height, { kernel: 'nearest', fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** That picture as a camera stores it that lies in one of the eight ways; 1 is upright. The size is the one that people see. */
export async function lyingPhoto(size: PixelSize, orientation: number, format: Format = 'jpeg'): Promise<Buffer> {
  const { mirrored, quarters: turned } = turnOf(orientation);
  const back = await sharp(await quartered(size))
    .rotate((360 - turned * 90) % 360)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const stored = sharp(back).flop(mirrored);
  return (orientation === 1 ? stored : stored.withMetadata({ orientation })).toFormat(format, { quality: 90 }).toBuffer();
}

/** The names of the colours in the four quarters of a picture, from the upper left to the lower right. */
export async function quartersOf(bytes: Uint8Array): Promise<string> {
  const { data } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(8, 8, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const seen = [...data.subarray((y * 8 + x) * 3, (y * 8 + x) * 3 + 3)];
    const far = quarters.map((colour) =>
      Math.max(...[0, 1, 2].map((nth) => Math.abs((seen[nth] ?? 0) - Number.parseInt(colour.slice(1 + nth * 2, 3 + nth * 2), 16)))),
    );
    const nearest = Math.min(...far);
    return nearest > 24 ? 'another' : names[far.indexOf(nearest)];
  };
  return [at(1, 1), at(6, 1), at(1, 6), at(6, 6)].join(' ');
}
export const UPRIGHT = names.join(' ');

/** A picture with as much detail as a photo has, so that its file is as large as that of a phone. */
export async function detailedPhoto({ width, height }: PixelSize, format: Format = 'jpeg'): Promise<Buffer> {
  const grain = sharp({
    create: { width: width >> 2, height: height >> 2, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
  const soft = await grain.blur(1.2).png({ compressionLevel: 1 }).toBuffer();
  return sharp(soft).resize(width, height, { kernel: 'cubic' }).toFormat(format, { quality: 90 }).toBuffer();
}

/** A text that no result may contain, in place of everything that says where, when and with what a photo was taken. */
export const CANARY = 'KITH-CANARY';

const text = (words: string): Buffer => Buffer.from(words, 'latin1');
const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
function webpChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([text(name), length, data, Buffer.alloc(data.length % 2)]);
}

/** A block of EXIF: lying as after a quarter turn, a camera, a place, and a small picture that has the text in it too. */
const exif = (): Promise<Buffer | undefined> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Make: CANARY, Model: CANARY }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 0/1 0/1', GPSMapDatum: CANARY } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
    .then((bytes) => sharp(bytes).metadata())
    .then((found) => found.exif);

async function canaryJpeg(block: Buffer, shown: PixelSize): Promise<Buffer> {
  const plain = await lyingPhoto(shown, 6).then((bytes) => sharp(bytes).jpeg({ progressive: true }).toBuffer());
  // Start and end of the image are written anew.
  const middle = plain.subarray(2, -2);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.concat([text('JFIF\0\x01\x02\0\0\x01\0\x01\x02\x02'), text(`${CANARY}!`)])),
    segment(0xe0, text(`JFXX\0\x10${CANARY}`)),
    segment(0xe1, Buffer.concat([block, text(`\xff\xd8\xff\xfe\0\x0d${CANARY}\xff\xd9`)])),
    segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${CANARY}</x:xmpmeta>`)),
    segment(0xe2, text(`MPF\0${CANARY}`)),
    segment(0xe2, text(`ICC_PROFILE\0\x01\x01${CANARY}`)),
    segment(0xed, text(`Photoshop 3.0\0${CANARY}`)),
    segment(0xee, text(`Adobe${CANARY}`)),
    segment(0xfe, text(CANARY)),
    middle,
    segment(0xfe, text(CANARY)),
    Buffer.from([0xff, 0xd9]),
    text(`\0\0\0\x18ftypmp42${CANARY}`),
  ]);
}

async function canaryPng(block: Buffer, shown: PixelSize): Promise<Buffer> {
  const plain = await lyingPhoto(shown, 6, 'png').then((bytes) => sharp(bytes).png().toBuffer());
  return Buffer.concat([
    plain.subarray(0, 33),
    pngChunk('eXIf', Buffer.concat([block.subarray(6), text(CANARY)])),
    pngChunk('gAMA', text(CANARY)),
    pngChunk('tEXt', text(`Comment\0${CANARY}`)),
    pngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${CANARY}`)),
    pngChunk('tIME', text(CANARY)),
    pngChunk('caNv', text(CANARY)),
    plain.subarray(33, -12),
    pngChunk('tEXt', text(`Author\0${CANARY}`)),
    plain.subarray(-12),
    text(CANARY),
  ]);
}

async function canaryWebp(block: Buffer, shown: PixelSize): Promise<Buffer> {
  const plain = await lyingPhoto(shown, 6, 'webp').then((bytes) => sharp(bytes).webp().toBuffer());
  const features = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  features.writeUIntLE(shown.height - 1, 4, 3);
  features.writeUIntLE(shown.width - 1, 7, 3);
  const parts = Buffer.concat([
    text('WEBP'),
    webpChunk('VP8X', features),
    webpChunk('ICCP', text(CANARY)),
    plain.subarray(12),
    webpChunk('EXIF', block),
    webpChunk('XMP ', text(`<x:xmpmeta>${CANARY}</x:xmpmeta>`)),
    webpChunk('CANY', text(CANARY)),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(parts.length);
  return Buffer.concat([text('RIFF'), length, parts, text(CANARY)]);
}

/**
 * A JPG, PNG and WebP with the text in everything that a file can hold beside its picture. Each lies on its side: upright it is of this
 * size, of four quarters.
 */
export async function canaryPhotos(
  shown: PixelSize = { width: 96, height: 128 },
): Promise<readonly { readonly type: 'image/jpeg' | 'image/png' | 'image/webp'; readonly bytes: Buffer }[]> {
  const block = await exif();
  if (!block?.includes(CANARY)) throw new Error('no canary was written');
  return [
    { type: 'image/jpeg', bytes: await canaryJpeg(block, shown) },
    { type: 'image/png', bytes: await canaryPng(block, shown) },
    { type: 'image/webp', bytes: await canaryWebp(block, shown) },
  ];
}

import { type ImageType, imageTypeOf } from '../../../../schemas/images/image.ts';

/** Pictures that are opened. The last three are sent in another type, as far as the browser can decode them. */
export type PhotoType = ImageType | 'image/gif' | 'image/avif' | 'image/heic';

/** Whether our own code knows the parts of a file of this type, and so can take its metadata out. */
export const isImageType = (type: PhotoType): type is ImageType => type === 'image/jpeg' || type === 'image/png' || type === 'image/webp';

const textAt = (bytes: Uint8Array, from: number, length: number): string => String.fromCharCode(...bytes.subarray(from, from + length));

const AVIF = /avi[fs]/;
/** `mif1` and `msf1` are names for any picture in such a file. */
const HEIC = /he(?:ic|ix|im|is|vc|vx|vm|vs)|m[is]f1/;

/** What a file is by its first bytes, whatever its name says: a picture, a film, or null for everything else. */
export function photoTypeOf(bytes: Uint8Array): PhotoType | 'video' | null {
  const type = imageTypeOf(bytes);
  if (type !== null) return type;
  if (/^GIF8[79]a/.test(textAt(bytes, 0, 6))) return 'image/gif';
  if (textAt(bytes, 4, 4) === 'ftyp') {
    const length = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
    const brands = (textAt(bytes, 8, Math.min(Math.max(length - 8, 4), 256)).match(/.{4}/gs) ?? []).filter((_, nth) => nth !== 1);
    if (brands.some((brand) => AVIF.test(brand))) return 'image/avif';
    return brands.some((brand) => HEIC.test(brand)) ? 'image/heic' : 'video';
  }
  const isFilm = textAt(bytes, 0, 4) === '\x1a\x45\xdf\xa3' || (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'AVI ');
  return isFilm ? 'video' : null;
}

import { UUID } from '../base/uuid.ts';

/** Limits of what may be sent. The app sends a square of a few kilobytes; these are for other clients. */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 40_000_000;
/** The stored image of a profile is a WebP with at most this many pixels on each side. */
export const IMAGE_SIDE = 512;

/** Which size of an image is asked for. Where there is no small one, the large one is small enough. */
export const imageVariants = ['small', 'large'] as const;
export type ImageVariant = (typeof imageVariants)[number];

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Why an image is refused. */
export type ImageRefusal = 'IMAGE_TOO_LARGE' | 'IMAGE_TOO_MANY_PIXELS' | 'IMAGE_TYPE' | 'IMAGE_DAMAGED';

const PATH = '/api/images/';

/** The address by which a row names an image. */
export const imageUrl = (id: string): string => `${PATH}${id}`;

/** The id of the image that a row names; null if the address is none of ours. */
export function imageIdOf(url: string | null | undefined): string | null {
  if (!url?.startsWith(PATH)) return null;
  const id = url.slice(PATH.length);
  return UUID.test(id) ? id : null;
}

const SMALL = '?size=small';

/**
 * An image in one size, as devices store it and ask for it: the end of its address. A row that names a photo is shown with its small
 * variant; an image that a row names by its address has one size.
 */
export type ImageKey = string & { readonly imageKey?: never };

export const smallImageKey = (id: string): ImageKey => `${id}${SMALL}`;
export const smallImageUrl = (id: string): string => `${imageUrl(id)}${SMALL}`;

/** The key in an address of an image; null if the address is none of ours. */
export function imageKeyOf(url: string): ImageKey | null {
  const address = url.endsWith(SMALL) ? url.slice(0, -SMALL.length) : url;
  return imageIdOf(address) === null ? null : url.slice(PATH.length);
}

export const imageUrlOfKey = (key: ImageKey): string => `${PATH}${key}`;
export const imageIdOfKey = (key: ImageKey): string => key.replace(SMALL, '');

/** The images that a field of a row names, by an address, or by a list of addresses or photos: in the size in which a list shows them. */
export const imageKeysIn = (field: unknown): ImageKey[] =>
  [field].flat().flatMap((named) => {
    if (typeof named === 'string') return imageIdOf(named) ?? [];
    const id = (named as { readonly id?: unknown } | null | undefined)?.id;
    return typeof id === 'string' && UUID.test(id) ? smallImageKey(id) : [];
  });

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

const startsWith = (bytes: Uint8Array, at: number, ...signature: readonly number[]): boolean =>
  signature.every((byte, nth) => bytes[at + nth] === byte);

/** The type that the first bytes show, whatever the file name or a header says; null for a type that is not accepted. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (startsWith(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  // "RIFF", four bytes of length, "WEBP"
  if (startsWith(bytes, 0, 0x52, 0x49, 0x46, 0x46) && startsWith(bytes, 8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp';
  return null;
}

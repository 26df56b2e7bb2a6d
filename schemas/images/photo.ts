import * as z from 'zod/mini';
import { newIdSchema } from '../base/ids.ts';
import { storableText, visibleText } from '../base/text-checks.ts';
import { FULL_SIDE, PHOTO_ALT_MAX, PHOTOS_MAX, THUMBHASH_MAX_LENGTH } from './photo-limits.ts';

const sideSchema = z.number().check(z.int(), z.minimum(1), z.maximum(FULL_SIDE));

/**
 * A photo as the row that shows it names it. Its author's device makes the id, sends the row, and then the bytes (`/api/images/<id>`). A
 * screen has the size and a blurred picture before any bytes, so nothing moves when they come.
 */
export const photoSchema = z.object({
  id: newIdSchema,
  /** in pixels, upright */
  width: sideSchema,
  height: sideSchema,
  /** A ThumbHash of at most 25 bytes, in base64: about how the picture looks. Empty where there is none. */
  thumbhash: z
    .string()
    .check(z.maxLength(THUMBHASH_MAX_LENGTH), z.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)),
  /** what the picture shows, in words; may be empty */
  alt: z.string().check(visibleText, z.maxLength(PHOTO_ALT_MAX), storableText),
});
export type Photo = z.infer<typeof photoSchema>;

/** A photo for the pages of the API. */
export const examplePhoto: Photo = {
  id: '0190a0b0-8000-7000-8000-000000000002',
  width: 2048,
  height: 1536,
  thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
  alt: 'A plum cake on a wooden table, one piece is missing.',
};

/** The photos of a row, in the order in which they are shown. */
export const photosSchema = z.array(photoSchema).check(
  z.maxLength(PHOTOS_MAX),
  z.refine((photos) => new Set(photos.map(({ id }) => id)).size === photos.length),
);

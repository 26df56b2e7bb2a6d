/** A circle whose posts have photos, and its photos as the server stores them. */
import type { Sql } from 'postgres';
import { v7 as uuid } from 'uuid';
import { type ConvertedImage, convertImage, photoSize } from '../../../sync-server/features/images/convert-image.ts';
import { thumbhashOf } from '../../support/sent-photos.ts';
import type { Circle } from '../circle.ts';
import { drawnPhoto } from './drawn-photo.ts';

/** A picture in both sizes, encoded by the server's own encoder. */
export interface StoredPicture extends ConvertedImage {
  readonly thumbhash: string;
}

/** Different pictures, lying and standing in turns. */
export async function storedPictures(count: number): Promise<readonly StoredPicture[]> {
  const pictures: StoredPicture[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const size = nth % 2 === 0 ? { width: 2048, height: 1536 } : { width: 1536, height: 2048 };
    const bytes = await drawnPhoto(size, nth);
    const image = await convertImage(bytes, photoSize(size), { member: 'bench' });
    if (typeof image === 'string') throw new Error(`a picture was refused: ${image}`);
    pictures.push({ ...image, thumbhash: await thumbhashOf(bytes) });
  }
  return pictures;
}

/** The same circle, with so many photos in each post. */
export function withPhotos(circle: Circle, pictures: readonly StoredPicture[], each: number): Circle {
  let nth = 0;
  const photo = () => {
    const { large, thumbhash } = pictures[nth++ % pictures.length] as StoredPicture;
    return { id: uuid(), width: large.width, height: large.height, thumbhash, alt: '' };
  };
  return { ...circle, posts: circle.posts.map((post) => ({ ...post, photos: Array.from({ length: each }, photo) })) };
}

/** Stores the bytes of the photos that the posts of a seeded circle name. */
export async function seedPhotos(sql: Sql, { posts }: Circle, pictures: readonly StoredPicture[]): Promise<void> {
  const named = posts.flatMap(({ id, author_id, photos }) => photos.map((photo) => ({ photo, post_id: id, owner_id: author_id })));
  /** the first photo of each picture, from which the database copies the others */
  const origins = new Map<number, string>();
  await sql.begin(async (tx) => {
    for (const [nth, { photo, post_id, owner_id }] of named.entries()) {
      const { id, width, height } = photo;
      await tx`insert into images ${tx({ id, owner_id, post_id, width, height, stored_at: new Date() })}`;
      const origin = origins.get(nth % pictures.length);
      if (origin !== undefined) {
        await tx`
          insert into image_variants (image_id, variant, bytes, type, size, width, height, hash)
          select ${id}, variant, bytes, type, size, width, height, hash from image_variants where image_id = ${origin}`;
        continue;
      }
      origins.set(nth % pictures.length, id);
      const { large, small } = pictures[nth % pictures.length] as StoredPicture;
      for (const [variant, one] of Object.entries({ large, small })) {
        if (one) await tx`insert into image_variants ${tx({ image_id: id, variant, size: one.bytes.byteLength, ...one })}`;
      }
    }
  });
}

import type { ImageVariant } from '../../../schemas/images/image.ts';
import { type CollectionName, imageFields } from '../../../schemas/protocol/collections.ts';
import { metPerson } from '../../rest/met-person.ts';
import type { Reading } from '../../rest/reading.ts';
import { visibleRows } from '../../rest/visible-rows.ts';

export interface StoredImage {
  readonly bytes: Buffer;
  readonly type: string;
  readonly hash: string;
}

/**
 * An image in this size, if the viewer may read the row that names it at this moment, or a row that carries the name and image of the
 * person whose profile names it. Null for all others, and before the bytes have arrived, always by the same queries.
 */
export async function readImage(reading: Reading, id: string, variant: ImageVariant): Promise<StoredImage | null> {
  const { tx, viewer } = reading;
  const named = await tx<{ collection: CollectionName; doc_id: string; owner_id: string }[]>`
    select collection, doc_id, owner_id from named_images where id = ${id} and stored_at is not null`;
  const rowsIn = (collection: CollectionName) => named.filter((row) => row.collection === collection);
  // Where no row names it, a row that does not exist is looked up like a hidden one: the time would tell them apart.
  const rows = await Promise.all(
    (Object.keys(imageFields) as CollectionName[]).map((collection) => {
      const ids = rowsIn(collection).map(({ doc_id }) => doc_id);
      return visibleRows(reading, collection, ids.length > 0 ? ids : [reading.engine.newId()]);
    }),
  );
  // Rows that carry a person carry the image of their profile, and no other that they own.
  const person = rowsIn('profiles')[0]?.owner_id ?? reading.engine.newId();
  if (rows.flat().length === 0 && !(await metPerson(tx, viewer, person, { byImage: true }))) return null;
  const [image] = await tx<StoredImage[]>`
    select bytes, type, encode(hash, 'hex') as hash from image_variants
    where image_id = ${id} order by variant = ${variant} desc limit 1`;
  return image ?? null;
}

import type { RxCollection } from 'rxdb';
import { imageIdOf } from '../../../schemas/images/image.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { AnyLocalRow } from '../../device/local-row.ts';
import type { LocalDatabase } from '../../device/open-database.ts';

/** Collections whose rows keep their images on this device, and the field that names the image. */
export const imageFields: readonly { readonly collection: CollectionName; readonly field: string }[] = [
  { collection: 'profiles', field: 'profile_image_url' },
];

/** A row that names an image. */
export interface ImageReference {
  readonly collection: CollectionName;
  readonly field: string;
  readonly row: AnyLocalRow;
}

/** The images that stored rows name, by their ids. */
export async function namedImages(database: LocalDatabase): Promise<Map<string, ImageReference>> {
  const named = new Map<string, ImageReference>();
  for (const { collection, field } of imageFields) {
    const rows = await (database.collections[collection] as unknown as RxCollection<AnyLocalRow>).find().exec();
    for (const document of rows) {
      const row = document.toJSON() as AnyLocalRow;
      const id = imageIdOf(row[field] as string | null | undefined);
      if (id !== null) named.set(id, { collection, field, row });
    }
  }
  return named;
}

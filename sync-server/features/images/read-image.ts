import type { Tx } from '../../db/transaction.ts';
import { metPerson } from '../../rest/met-person.ts';
import { visibleRows } from '../../rest/visible-rows.ts';
import type { Engine } from '../../sync/engine.ts';

export interface StoredImage {
  readonly bytes: Buffer;
  readonly type: string;
  readonly hash: string;
}

/**
 * An image, if the viewer may read a row that names it at this moment: the profile itself, or a row that carries that person's name and
 * image. Null for all others, and before the bytes have arrived.
 */
export async function readImage(engine: Engine, tx: Tx, viewer: string, id: string): Promise<StoredImage | null> {
  const [named] = await tx<{ owner_id: string }[]>`
    select i.owner_id from images i
    join named_images n on n.owner_id = i.owner_id and n.url = '/api/images/' || i.id::text
    where i.id = ${id} and i.bytes is not null`;
  if (!named) return null;
  const [profile] = await visibleRows(engine, tx, viewer, 'profiles', [named.owner_id]);
  if (!profile && !(await metPerson(tx, viewer, named.owner_id, { byImage: true }))) return null;
  const [image] = await tx<StoredImage[]>`select bytes, type, encode(hash, 'hex') as hash from images where id = ${id}`;
  return image ?? null;
}

import { groupedBy } from '../../db/grouped-by.ts';
import type { Tx } from '../../db/pool/transaction.ts';

/**
 * Which of these images each of these viewers may learn of: those whose bytes are there, and that are named by a row that the viewer may
 * read at this moment.
 */
export async function readImageReaders(
  tx: Tx,
  images: readonly string[],
  viewers: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx<{ reader: string; id: string }[]>`
    with named as materialized (
      select distinct n.id, c.scope_id from named_images n
      join changes c on c.collection = n.collection and c.doc_id = n.doc_id and not c.removed
      where n.id = any(${images as string[]}::uuid[]) and n.stored_at is not null
    )
    select distinct r.reader, n.id from named n join scope_readers r using (scope_id)
    where r.scope_id = any(array(select scope_id from named)) and r.reader = any(${viewers as string[]}::uuid[])`;
  return new Map([...groupedBy(rows, ({ reader }) => reader)].map(([reader, own]) => [reader, own.map(({ id }) => id)]));
}

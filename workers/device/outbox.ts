import * as z from 'zod/mini';
import { refusalCodes } from '../../schemas/base/refusal.ts';
import { collectionNames } from '../../schemas/protocol/collections.ts';
import { modifyLocal, readLocal } from './local-documents.ts';
import type { LocalDatabase } from './open-local-database.ts';
import { OUTBOX_ID } from './outbox-id.ts';

/**
 * Writes that the server refused, with what the member wrote. A local document: the replication worker adds to it before it deletes or
 * replaces the refused row, and the member empties it.
 */
export const refusedSchema = z.object({
  write_id: z.string(),
  collection: z.enum(collectionNames as readonly [(typeof collectionNames)[number], ...(typeof collectionNames)[number][]]),
  code: z.enum(refusalCodes),
  /** the row as it was pushed; has `_deleted` if a deletion was refused */
  document: z.looseObject({ id: z.string() }),
  /** the time of the answer, in milliseconds */
  at: z.number(),
});
export type Refused = z.infer<typeof refusedSchema>;
export interface Outbox {
  entries: Refused[];
}

/**
 * Adds refused writes to the outbox, each write once. `again` are the ids of writes that may have been answered before: what their last answer
 * refused is in the outbox afterwards, and nothing else of them. Settles when this is stored.
 */
export async function addRefused(database: LocalDatabase, refused: readonly Refused[], again: readonly string[] = []): Promise<void> {
  const isOld = ({ write_id }: Refused) => again.includes(write_id);
  if (refused.length === 0 && !(again.length > 0 && (await readLocal<Outbox>(database, OUTBOX_ID))?.entries.some(isOld))) return;
  await modifyLocal<Outbox>(database, OUTBOX_ID, { entries: [] }, ({ entries }) => {
    const kept = entries.filter((entry) => !isOld(entry));
    const added = new Map(refused.map((entry) => [entry.write_id, entry]));
    for (const { write_id } of kept) added.delete(write_id);
    return { entries: [...kept, ...added.values()] };
  });
}

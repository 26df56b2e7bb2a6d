import * as z from 'zod/mini';
import { refusalCodes } from '../../schemas/base/refusal.ts';
import { collectionNames } from '../../schemas/protocol/collections.ts';

/**
 * Writes that the server refused, with what the member wrote. A local document: the replication worker adds to it before it deletes or
 * replaces the refused row, and the member empties it.
 */
export const OUTBOX_ID = 'outbox';

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

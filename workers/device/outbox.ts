import * as z from 'zod/mini';
import { refusalCodes } from '../../schemas/base/refusal.ts';
import { collectionNames } from '../../schemas/protocol/collections.ts';

/**
 * Writes that the server refused, with what the member wrote. One local document, added to by the replication worker
 * before the refused row goes, and emptied by the member.
 */
export const OUTBOX_ID = 'outbox';

export const refusedSchema = z.object({
  write_id: z.string(),
  collection: z.enum(collectionNames as readonly [(typeof collectionNames)[number], ...(typeof collectionNames)[number][]]),
  code: z.enum(refusalCodes),
  /** the row as it was pushed; `_deleted` where a deletion was refused */
  document: z.looseObject({ id: z.string() }),
  /** when the answer came, in milliseconds */
  at: z.number(),
});
export type Refused = z.infer<typeof refusedSchema>;
export interface Outbox {
  entries: Refused[];
}

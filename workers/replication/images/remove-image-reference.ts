import type { RxCollection } from 'rxdb';
import { newId } from '../../../schemas/base/new-id.ts';
import type { Realm } from '../../../schemas/base/realm.ts';
import type { RefusalCode } from '../../../schemas/base/refusal.ts';
import { writtenAt } from '../../../schemas/base/write-id.ts';
import { type ImageKey, imageKeysIn } from '../../../schemas/images/image.ts';
import type { AnyLocalRow } from '../../device/local-row.ts';
import { toWire } from '../../device/local-row.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';
import { addRefused } from '../../device/outbox.ts';
import type { ImageReference } from './named-images.ts';

/**
 * Handles the image of a profile that the server will never accept. Its author reads the reason in the outbox, as for every refused write,
 * and the row names no image any more. That change is a write like any other and is pushed.
 */
export async function removeImageReference(
  { database, now, realm }: { readonly database: LocalDatabase; readonly now: () => number; readonly realm: Realm },
  key: ImageKey,
  { collection, field, rowId }: ImageReference,
  code: RefusalCode,
): Promise<void> {
  const namesIt = (row: AnyLocalRow): boolean => imageKeysIn(row[field]).includes(key);
  const held = await (database.collections[collection] as unknown as RxCollection<AnyLocalRow>).findOne(rowId).exec();
  const row = held?.toJSON() as AnyLocalRow | undefined;
  // By now another image was chosen.
  if (!held || !row || !namesIt(row)) return;
  await addRefused(database, [{ write_id: row.write_id, collection, code, document: toWire(collection, row), at: now() }]);
  await held.incrementalModify((before) => {
    if (!namesIt(before)) return before;
    const write_id = newId(Math.max(now(), writtenAt(before.write_id) + 1), realm);
    const assumed = before.pending ? [...before.assumed, before.write_id] : [before.write_id];
    return { ...before, [field]: null, write_id, assumed, pending: 1 as const };
  });
}

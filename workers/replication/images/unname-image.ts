import type { RxCollection } from 'rxdb';
import { v7 as uuid } from 'uuid';
import { writtenAt } from '../../../schemas/base/ids.ts';
import type { RefusalCode } from '../../../schemas/base/refusal.ts';
import { imageUrl } from '../../../schemas/images/image.ts';
import type { AnyLocalRow } from '../../device/local-row.ts';
import { toWire } from '../../device/local-row.ts';
import type { LocalDatabase } from '../../device/open-database.ts';
import { OUTBOX_ID, type Outbox } from '../../device/outbox.ts';
import { modifyLocal } from '../local-document.ts';
import type { ImageReference } from './named-images.ts';

/**
 * Handles an image that the server will never accept. Its author reads the reason in the outbox, as for every refused write, and the row
 * names no image any more. That change is a write like any other and is pushed.
 */
export async function removeImageReference(
  { database, now }: { readonly database: LocalDatabase; readonly now: () => number },
  id: string,
  { collection, field, row }: ImageReference,
  code: RefusalCode,
): Promise<void> {
  const document = toWire(collection, row);
  await modifyLocal<Outbox>(database, OUTBOX_ID, { entries: [] }, (outbox) =>
    outbox.entries.some((entry) => entry.write_id === row.write_id)
      ? outbox
      : { entries: [...outbox.entries, { write_id: row.write_id, collection, code, document, at: now() }] },
  );
  const held = await (database.collections[collection] as unknown as RxCollection<AnyLocalRow>).findOne(row.id).exec();
  await held?.incrementalModify((before) => {
    // Another image was chosen meanwhile.
    if (before[field] !== imageUrl(id)) return before;
    const write_id = uuid({ msecs: Math.max(now(), writtenAt(before.write_id) + 1) });
    const assumed = before.unsent ? [...before.assumed, before.write_id] : [before.write_id];
    return { ...before, [field]: null, write_id, assumed, unsent: 1 as const };
  });
}

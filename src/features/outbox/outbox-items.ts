import { isMarkOfRead } from '../../../schemas/profiles/mark-of-read.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import type { PendingRow } from '../../../workers/device/pending/pending-rows.ts';

/** What the member did to a row. */
export type Act = 'added' | 'changed' | 'deleted';

interface Item {
  readonly writeId: string;
  readonly collection: CollectionName;
  readonly act: Act;
  readonly row: { readonly id: string } & Readonly<Record<string, unknown>>;
}
export type OutboxItem =
  | (Item & { readonly state: 'pending'; readonly pending: PendingRow })
  | (Item & { readonly state: 'failed'; readonly refused: Refused });

function actOf(row: Readonly<Record<string, unknown>>, isNew: boolean): Act {
  if (row._deleted || row.is_deleted) return 'deleted';
  return isNew ? 'added' : 'changed';
}

/**
 * The writes that have not reached the server, each once: refused ones first, then pending ones in sending order. A refused write is stored
 * in the outbox before its row is reverted, so it may be in both places. The server may also have accepted a write whose row is still
 * pending here. Neither shows twice. That something was read is sent too, but it is no item.
 */
export function outboxItems(pending: readonly PendingRow[], refused: readonly Refused[]): OutboxItem[] {
  const failed = new Set(refused.map(({ write_id }) => write_id));
  return [
    ...refused.map((entry): OutboxItem => {
      const { write_id: writeId, collection, document } = entry;
      // A refused write does not record whether the row was new. A change reads like an addition.
      return { state: 'failed', writeId, collection, act: actOf(document, true), row: document, refused: entry };
    }),
    ...pending
      .filter(({ collection, row }) => !failed.has(row.write_id) && !isMarkOfRead(collection, row))
      .map((pending): OutboxItem => {
        const { collection, row } = pending;
        return { state: 'pending', writeId: row.write_id, collection, act: actOf(row, row.scope === 0), row, pending };
      }),
  ];
}

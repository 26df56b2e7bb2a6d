import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import type { PendingWrite } from '../../data/pending-writes.ts';

/** What the member did to a row. */
export type Act = 'added' | 'changed' | 'deleted';

interface Item {
  readonly writeId: string;
  readonly collection: CollectionName;
  readonly act: Act;
  readonly row: { readonly id: string } & Readonly<Record<string, unknown>>;
}
export type OutboxItem =
  | (Item & { readonly state: 'pending'; readonly pending: PendingWrite })
  | (Item & { readonly state: 'failed'; readonly refused: Refused });

function actOf(row: Readonly<Record<string, unknown>>, isNew: boolean): Act {
  if (row._deleted || row.is_deleted) return 'deleted';
  return isNew ? 'added' : 'changed';
}

/**
 * The writes that have not reached the server, each once: refused ones first, then pending ones in sending order. A refused write is stored
 * in the outbox before its row is reverted, so it may be in both places. The server may also have accepted a write whose row is still
 * pending here. Neither shows twice.
 */
export function outboxItems(pending: readonly PendingWrite[], refused: readonly Refused[]): OutboxItem[] {
  const failed = new Set(refused.map(({ write_id }) => write_id));
  return [
    ...refused.map((entry): OutboxItem => {
      const { write_id: writeId, collection, document } = entry;
      // A refused write does not record whether the row was new. A change reads like an addition.
      return { state: 'failed', writeId, collection, act: actOf(document, true), row: document, refused: entry };
    }),
    ...pending
      .filter(({ writeId }) => !failed.has(writeId))
      .map((write): OutboxItem => {
        const { writeId, collection, row } = write;
        return { state: 'pending', writeId, collection, act: actOf(row, row.scope === 0), row, pending: write };
      }),
  ];
}

import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Refused } from '../../../workers/device/outbox.ts';
import type { PendingWrite } from '../../data/pending-writes.ts';

/** What somebody did to a row. */
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
 * What has not reached the server, each write once: what was refused first, then what waits, as it will be sent. A refused write is
 * kept before its row goes, and the server may have accepted one whose row is not known as sent yet; neither shows twice.
 */
export function outboxItems(pending: readonly PendingWrite[], refused: readonly Refused[]): OutboxItem[] {
  const failed = new Set(refused.map(({ write_id }) => write_id));
  return [
    ...refused.map((entry): OutboxItem => {
      const { write_id: writeId, collection, document } = entry;
      // Of what was pushed nobody says any more whether it was new; a change reads as the thing itself.
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

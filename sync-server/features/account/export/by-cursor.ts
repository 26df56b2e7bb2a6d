import type { PendingQuery, Row } from 'postgres';
import type { Tx } from '../../../db/pool/transaction.ts';

const BATCH = 500;

let cursors = 0;

/** The rows of this query in batches. The transaction may run other statements in between. */
export async function* byCursor<T extends Row>(tx: Tx, query: PendingQuery<T[]>): AsyncGenerator<readonly T[]> {
  cursors += 1;
  const cursor = tx(`export_${cursors}`);
  await tx`declare ${cursor} no scroll cursor for ${query}`;
  for (;;) {
    const rows = await tx<T[]>`fetch forward ${tx.unsafe(String(BATCH))} from ${cursor}`;
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await tx`close ${cursor}`;
}

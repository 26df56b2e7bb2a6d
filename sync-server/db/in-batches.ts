import type { PendingQuery, Row } from 'postgres';
import type { Database, Tx } from './pool/transaction.ts';

/** Repeats a statement, each time in a transaction of its own, until it finds fewer rows than it may take. `most` is for its `limit`. */
export async function inBatches(database: Database, statement: (tx: Tx, most: number) => PendingQuery<Row[]>, batch = 200): Promise<void> {
  while ((await database.write((tx) => statement(tx, batch))).count === batch);
}

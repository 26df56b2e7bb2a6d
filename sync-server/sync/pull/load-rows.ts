import type { PendingQuery, Row as PgRow } from 'postgres';
import type { Tx } from '../../db/pool/transaction.ts';
import type { CollectionFeature, Row } from '../feature.ts';
import { idsOf, pairRows } from './pair-rows.ts';

/** Loads rows by their ids with this query. For rows that read the same in every scope. */
export const loadRows =
  (query: (tx: Tx, ids: string[]) => PendingQuery<(Row & PgRow)[]>): CollectionFeature['load'] =>
  async (tx, refs) =>
    pairRows(refs, await query(tx, idsOf(refs)));

/** The same from a view that has the rows as they travel. */
export const loadRowsOf = (view: string) => loadRows((tx, ids) => tx`select * from ${tx(view)} where id = any (${ids}::uuid[])`);

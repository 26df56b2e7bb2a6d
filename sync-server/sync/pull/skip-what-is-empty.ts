import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import { isComplete, type Position } from './checkpoint-position.ts';
import type { KnownScope } from './readable-scopes.ts';

/**
 * Moves positions to the end of their scopes where the log has nothing in between for them. A scope has one head for all collections, so
 * of those that seem to lack something most lack nothing: one statement finds them, instead of one for each collection.
 *
 * To be called in the snapshot in which the heads and the log are read. A head stays locked until the commit that moved it, so a row that
 * this snapshot does not see has a number beyond the head, and no position passes it.
 */
export async function skipWhatIsEmpty(
  tx: Tx,
  scopes: ReadonlyMap<number, KnownScope>,
  asked: readonly { readonly collection: CollectionName; readonly positions: ReadonlyMap<number, Position> }[],
): Promise<void> {
  const headOf = (scope: number) => scopes.get(scope)?.head ?? 0;
  const open = asked.flatMap(({ collection, positions }) =>
    [...positions].flatMap(([scope, position]) => (isComplete(position, headOf(scope)) ? [] : [{ collection, scope, position }])),
  );
  if (open.length === 0) return;
  // Each limit keeps this a few short scans of an index, whatever the planner thinks of the lists.
  const found = await tx<{ nth: number; newer: boolean; older: boolean }[]>`
    select p.nth::int, newer.seq is not null as newer, older.seq is not null as older
    from unnest(
      ${open.map(({ collection }) => collection)}::text[], ${open.map(({ scope }) => scope)}::int[],
      ${open.map(({ position }) => position.upTo)}::int[], ${open.map(({ position }) => position.downTo)}::int[]
    ) with ordinality as p (collection, scope_id, up_to, down_to, nth)
    left join lateral (
      select seq from changes where scope_id = p.scope_id and collection = p.collection and seq > p.up_to order by seq limit 1
    ) newer on true
    left join lateral (
      select seq from changes
      where scope_id = p.scope_id and collection = p.collection and seq < p.down_to and not removed order by seq desc limit 1
    ) older on true
    where newer.seq is not null or older.seq is not null`;
  const lacks = new Map(found.map((row) => [row.nth - 1, row]));
  for (const [nth, { scope, position }] of open.entries()) {
    if (!lacks.get(nth)?.newer) position.upTo = headOf(scope);
    if (!lacks.get(nth)?.older) position.downTo = 0;
  }
}

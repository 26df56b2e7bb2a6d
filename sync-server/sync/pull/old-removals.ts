/** Keeps the change log from growing for ever: drops old removals, and stores the highest dropped number per scope and collection. */
import type { Database, Tx } from '../../db/pool/transaction.ts';
import type { KnownScope } from './readable-scopes.ts';

const KEPT_DAYS = 90;
const BATCH = 1_000;

/**
 * Drops removals that are older than `keptDays`. A device that missed one of them starts over in its scope, see `missedRemovals`. Runs at
 * the same time as commands: rows that a command is changing are left for the next run.
 */
export async function dropOldRemovals(database: Database, keptDays: number = KEPT_DAYS): Promise<void> {
  for (let dropped = BATCH; dropped === BATCH; ) {
    dropped = await database.write(async (tx) => {
      const rows = await tx<{ count: number }[]>`
        with old as (
          select collection, doc_id, scope_id from changes
          where removed and at < now() - make_interval(days => ${keptDays})
          order by at limit ${BATCH}
          for update skip locked
        ), gone as (
          delete from changes c using old
          where c.collection = old.collection and c.doc_id = old.doc_id and c.scope_id = old.scope_id
          returning c.scope_id, c.collection, c.seq
        ), floors as (
          insert into log_floors as f (scope_id, collection, floor)
          select scope_id, collection, max(seq) from gone group by scope_id, collection order by scope_id, collection
          on conflict (scope_id, collection) do update set floor = greatest(f.floor, excluded.floor)
        )
        select count(*)::int as count from gone`;
      return rows[0]?.count ?? 0;
    });
  }
}

/**
 * The scopes, of those in which a device is behind, where it missed removals that were dropped since. To be called in the snapshot in which
 * the log is read.
 */
export async function missedRemovals(
  tx: Tx,
  behind: readonly { readonly collection: string; readonly scope: KnownScope['id']; readonly upTo: number }[],
): Promise<{ collection: string; scope: number; upTo: number }[]> {
  if (behind.length === 0) return [];
  return tx<{ collection: string; scope: number; upTo: number }[]>`
    select f.collection, f.scope_id as scope, b.up_to as "upTo"
    from unnest(
      ${behind.map((one) => one.collection)}::text[], ${behind.map((one) => one.scope)}::int[], ${behind.map((one) => one.upTo)}::int[]
    ) as b (collection, scope_id, up_to)
    join log_floors f on f.collection = b.collection and f.scope_id = b.scope_id and f.floor > b.up_to`;
}

import type { TransactionSql } from 'postgres';
import type { Change } from '../../sync-server/sync/command.ts';

/** How many entries one statement writes. */
const BATCH = 500;

/**
 * Writes changes to the change log in order, each document once per scope. Writes to the tables directly, because an older version, which
 * is seeded as well, may have other functions for it.
 */
export async function seedLog(tx: TransactionSql, changes: readonly Change[]): Promise<void> {
  const entries = changes.flatMap(({ scopes, collection, id }) => scopes.map((scope) => ({ ...scope, collection, id })));
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = tx.json(entries.slice(from, from + BATCH).map((entry, nth) => ({ ...entry, nth })));
    await tx`
      insert into scopes (kind, owner, other)
      select distinct kind, owner, other from jsonb_to_recordset(${batch}) as e (kind text, owner uuid, other uuid) on conflict do nothing`;
    await tx`
      with entries as (
        select s.id as scope_id, s.head + row_number() over (partition by s.id order by e.nth) as seq, e.collection, e.id
        from jsonb_to_recordset(${batch}) as e (kind text, owner uuid, other uuid, collection text, id text, nth int)
        join scopes s on s.kind = e.kind and s.owner = e.owner and s.other is not distinct from e.other
      ), logged as (
        insert into changes (scope_id, seq, collection, doc_id, removed, at)
        select scope_id, seq, collection, id, false, clock_timestamp() from entries
      )
      update scopes s set head = e.head from (select scope_id, max(seq) as head from entries group by scope_id) e where s.id = e.scope_id`;
  }
}

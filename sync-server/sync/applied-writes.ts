/** Remembers which writes were carried out, so that one that comes again has no second effect. */
import type { Actor } from '../../schemas/protocol/refusal.ts';
import type { Database, Tx } from '../db/transaction.ts';

const KEPT_DAYS = 30;

/**
 * Takes this write for the transaction: `new` and it is to be carried out, `done` and it was by this member, `foreign` where
 * another member used the id. A transaction that is carrying out the same write is waited for.
 */
export async function claimWrite(tx: Tx, actor: Actor, writeId: string): Promise<'new' | 'done' | 'foreign'> {
  const inserted = await tx`
    insert into applied_writes (write_id, user_id) values (${writeId}, ${actor.userId}) on conflict do nothing returning 1`;
  if (inserted.length > 0) return 'new';
  const [row] = await tx<{ user_id: string }[]>`select user_id from applied_writes where write_id = ${writeId}`;
  return row?.user_id === actor.userId ? 'done' : 'foreign';
}

/** Drops what no device will send again. */
export async function forgetOldWrites(database: Database): Promise<void> {
  await database.write((tx) => tx`delete from applied_writes where at < now() - make_interval(days => ${KEPT_DAYS})`);
}

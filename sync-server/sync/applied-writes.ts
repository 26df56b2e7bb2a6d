/** Remembers which writes were carried out, so that one that comes again has no second effect. */
import type { Actor } from '../../schemas/protocol/refusal.ts';
import type { Database, Tx } from '../db/transaction.ts';

const KEPT_DAYS = 30;
const BATCH = 5_000;

/** `new`: to be carried out. `done`: it was, by this member. `foreign`: another member used the id. */
export type Claim = 'new' | 'done' | 'foreign';

/** Takes a write for the transaction, and says whether it is to be carried out. A transaction that is carrying it out is waited for. */
export async function claimWrite(tx: Tx, actor: Actor, writeId: string): Promise<Claim> {
  const claimed = await tx`
    insert into applied_writes (write_id, user_id) values (${writeId}, ${actor.userId}) on conflict do nothing returning write_id`;
  if (claimed.length > 0) return 'new';
  const [owner] = await tx<{ user_id: string }[]>`select user_id from applied_writes where write_id = ${writeId}`;
  return owner?.user_id === actor.userId ? 'done' : 'foreign';
}

/** Drops what no device will send again. */
export async function forgetOldWrites(database: Database): Promise<void> {
  for (let forgotten = BATCH; forgotten === BATCH; ) {
    const { count } = await database.write(
      (tx) => tx`
        delete from applied_writes where write_id in (
          select write_id from applied_writes where at < now() - make_interval(days => ${KEPT_DAYS})
          order by at limit ${BATCH} for update skip locked
        )`,
    );
    forgotten = count;
  }
}

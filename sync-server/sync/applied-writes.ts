/** Remembers which writes were carried out, so that one that comes again has no second effect. */
import type { Actor } from '../../schemas/protocol/refusal.ts';
import type { Database, Tx } from '../db/transaction.ts';

const KEPT_DAYS = 30;
const BATCH = 5_000;

/** `new`: to be carried out. `done`: it was, by this member. `foreign`: another member used the id. */
export type Claim = 'new' | 'done' | 'foreign';

/**
 * Takes these writes for the transaction, and says in their order which are to be carried out. No id comes twice. A transaction that
 * is carrying out one of them is waited for.
 */
export async function claimWrites(tx: Tx, writes: readonly { readonly userId: string; readonly writeId: string }[]): Promise<Claim[]> {
  const ids = writes.map((write) => write.writeId);
  // In the order of their ids, so that two transactions with the same writes never wait for each other.
  const claimed = await tx<{ write_id: string }[]>`
    insert into applied_writes (write_id, user_id)
    select w.write_id, w.user_id from unnest(${ids}::uuid[], ${writes.map((write) => write.userId)}::uuid[]) as w (write_id, user_id)
    order by w.write_id
    on conflict do nothing returning write_id`;
  if (claimed.length === writes.length) return writes.map(() => 'new');
  const taken = new Set(claimed.map((row) => row.write_id));
  const owners = await tx<{ write_id: string; user_id: string }[]>`
    select write_id, user_id from applied_writes where write_id = any(${ids}::uuid[])`;
  const ownerOf = new Map(owners.map((row) => [row.write_id, row.user_id]));
  return writes.map(({ userId, writeId }) => {
    const id = writeId.toLowerCase();
    if (taken.has(id)) return 'new';
    return ownerOf.get(id) === userId ? 'done' : 'foreign';
  });
}

/** The same for one. */
export async function claimWrite(tx: Tx, actor: Actor, writeId: string): Promise<Claim> {
  const [claim] = await claimWrites(tx, [{ userId: actor.userId, writeId }]);
  return claim ?? 'foreign';
}

/** Gives back what was claimed in this transaction and not carried out. */
export async function releaseWrites(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx`delete from applied_writes where write_id = any(${ids as string[]}::uuid[])`;
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

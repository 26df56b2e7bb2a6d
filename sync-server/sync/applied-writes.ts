/** Remembers which writes were carried out, so that one that comes again has no second effect. */
import type { Actor } from '../../schemas/base/refusal.ts';
import type { Database, Tx } from '../db/transaction.ts';

const KEPT_DAYS = 30;
const BATCH = 5_000;

/** A write, and what it is for where that is known: the same id for something else is a mistake of whoever sends it. */
export interface Write {
  readonly id: string;
  readonly fingerprint?: string;
}

/**
 * `new`: to be carried out. `done`: it was, by this member, with this outcome. `reused`: by this member, for something else. `foreign`: another
 * member used the id.
 */
export type Claim = { readonly is: 'new' | 'reused' | 'foreign' } | { readonly is: 'done'; readonly outcome: string | null };

/** Takes a write for the transaction, and says whether it is to be carried out. A transaction that is carrying it out is waited for. */
export async function claimWrite(tx: Tx, actor: Actor, { id, fingerprint }: Write): Promise<Claim> {
  const claimed = await tx`
    insert into applied_writes (write_id, user_id, fingerprint) values (${id}, ${actor.userId}, ${fingerprint ?? null})
    on conflict do nothing returning write_id`;
  if (claimed.length > 0) return { is: 'new' };
  const [held] = await tx<{ user_id: string; fingerprint: string | null; outcome: string | null }[]>`
    select user_id, fingerprint, outcome from applied_writes where write_id = ${id}`;
  if (held?.user_id !== actor.userId) return { is: 'foreign' };
  // Of writes that were made before, or many at once, nobody noted what for.
  if (fingerprint !== undefined && held.fingerprint !== null && held.fingerprint !== fingerprint) return { is: 'reused' };
  return { is: 'done', outcome: held.outcome };
}

/** Keeps what was answered, for when the same write comes again. */
export async function keepOutcome(tx: Tx, id: string, outcome: string): Promise<void> {
  await tx`update applied_writes set outcome = ${outcome} where write_id = ${id}`;
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

/** Remembers which writes were carried out, so that a repeated write has no second effect. */
import type { Actor, RefusalCode } from '../../../schemas/base/refusal.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';

const KEPT_DAYS = 30;
const BATCH = 5_000;

/** A write. The fingerprint, where known, identifies what it is for: a client that uses the id for something else makes a mistake. */
export interface Write {
  readonly id: string;
  readonly fingerprint?: string;
  /** the refusal of another request with this id; by default it speaks of a key */
  readonly reused?: RefusalCode;
}

/**
 * `new`: to be carried out. `done`: this member's write was carried out before, with this outcome. `reused`: this member used the id for
 * something else. `foreign`: another member used the id.
 */
export type Claim = { readonly is: 'new' | 'reused' | 'foreign' } | { readonly is: 'done'; readonly outcome: string | null };

/** Claims a write for the transaction and returns whether to carry it out. Waits for another transaction that is carrying it out. */
export async function claimWrite(tx: Tx, actor: Actor, { id, fingerprint }: Write): Promise<Claim> {
  const claimed = await tx`
    insert into applied_writes (write_id, user_id, fingerprint) values (${id}, ${actor.userId}, ${fingerprint ?? null})
    on conflict do nothing returning write_id`;
  if (claimed.length > 0) return { is: 'new' };
  const [existing] = await tx<{ user_id: string; fingerprint: string | null; outcome: string | null }[]>`
    select user_id, fingerprint, outcome from applied_writes where write_id = ${id}`;
  if (existing?.user_id !== actor.userId) return { is: 'foreign' };
  // Pushed creations store no fingerprint, nor did writes before there were fingerprints.
  if (fingerprint !== undefined && existing.fingerprint !== null && existing.fingerprint !== fingerprint) return { is: 'reused' };
  return { is: 'done', outcome: existing.outcome };
}

/** Stores the answer for repetitions of the same write. */
export async function keepOutcome(tx: Tx, id: string, outcome: string): Promise<void> {
  await tx`update applied_writes set outcome = ${outcome} where write_id = ${id}`;
}

/** Deletes writes that no device will send again. */
export const forgetOldWrites = (database: Database): Promise<void> =>
  inBatches(
    database,
    (tx, most) => tx`
      delete from applied_writes where write_id in (
        select write_id from applied_writes where at < now() - make_interval(days => ${KEPT_DAYS})
        order by at limit ${most} for update skip locked
      )`,
    BATCH,
  );

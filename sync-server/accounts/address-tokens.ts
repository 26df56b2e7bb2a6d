/**
 * Links that prove an address: they confirm a sign-up or set a new password. The database keeps their hashes. Opening a link
 * changes nothing; the POST that follows uses it up, once.
 */
import type { Tx } from '../db/transaction.ts';
import { hashSecret, randomToken } from './secrets.ts';

export type TokenPurpose = 'verify' | 'reset';

const VALID_HOURS: Record<TokenPurpose, number> = { verify: 72, reset: 1 };
/** For so long a request that comes again, because its answer was lost, is answered as the first time. */
export const REPEAT_MINUTES = 10;

/** Whose link it is: an account's, or that of a sign-up which is none yet. */
export type TokenOwner = { readonly userId: string } | { readonly signUpId: string };

export type SpentState = 'used' | 'expired' | 'unknown';

export interface FoundToken {
  readonly state: 'open' | SpentState;
  /** whose account it is, or has become; of a used link only as long as the request that used it may come again */
  readonly userId: string | null;
  readonly signUpId: string | null;
}

const ownerColumns = (owner: TokenOwner) => ({
  user_id: 'userId' in owner ? owner.userId : null,
  sign_up_id: 'signUpId' in owner ? owner.signUpId : null,
});

export async function issueToken(tx: Tx, owner: TokenOwner, purpose: TokenPurpose): Promise<string> {
  const token = randomToken();
  const { user_id, sign_up_id } = ownerColumns(owner);
  await tx`
    insert into address_tokens (hash, user_id, sign_up_id, purpose, expires_at)
    values (${hashSecret(token)}, ${user_id}, ${sign_up_id}, ${purpose}, now() + make_interval(hours => ${VALID_HOURS[purpose]}))`;
  return token;
}

interface TokenRow {
  readonly user_id: string | null;
  readonly sign_up_id: string | null;
  readonly used: boolean;
  readonly repeatable: boolean;
  readonly in_time: boolean;
}

/** What this link is good for now, and leaves it as it is. */
export async function findToken(tx: Tx, token: string, purpose: TokenPurpose): Promise<FoundToken> {
  const [row] = await tx<TokenRow[]>`
    select coalesce(t.user_id, s.user_id) as user_id, t.sign_up_id, t.used_at is not null as used, t.expires_at > now() as in_time,
      coalesce(t.used_at > now() - make_interval(mins => ${REPEAT_MINUTES}), false) as repeatable
    from address_tokens t left join sign_ups s on s.id = t.sign_up_id
    where t.hash = ${hashSecret(token)} and t.purpose = ${purpose}`;
  if (!row) return { state: 'unknown', userId: null, signUpId: null };
  const { user_id: userId, sign_up_id: signUpId, used, in_time: inTime, repeatable } = row;
  if (used) return { state: 'used', userId: repeatable ? userId : null, signUpId };
  return { state: inTime ? 'open' : 'expired', userId, signUpId };
}

/** Uses a link up; false where it is not open any more. Of two that come at once, one finds it open. */
export async function consumeToken(tx: Tx, token: string, purpose: TokenPurpose): Promise<boolean> {
  const { count } = await tx`
    update address_tokens set used_at = now()
    where hash = ${hashSecret(token)} and purpose = ${purpose} and used_at is null and expires_at > now()`;
  return count === 1;
}

/** Makes the owner's other links of this purpose useless, all but `kept`. */
export async function dropTokens(tx: Tx, owner: TokenOwner, purpose: TokenPurpose, kept?: string): Promise<void> {
  const { user_id, sign_up_id } = ownerColumns(owner);
  await tx`
    delete from address_tokens
    where (user_id = ${user_id} or sign_up_id = ${sign_up_id}) and purpose = ${purpose} and used_at is null
      and hash is distinct from ${kept === undefined ? null : hashSecret(kept)}`;
}

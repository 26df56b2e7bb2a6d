/**
 * Links that prove an address: they confirm a sign-up or set a new password. The database stores only their hashes. Opening a link changes
 * nothing. The POST that follows uses it up, once.
 */
import type { Tx } from '../../db/pool/transaction.ts';
import { hashSecret, randomToken } from '../secrets/secrets.ts';

export type TokenPurpose = 'verify' | 'reset';

const VALID_HOURS: Record<TokenPurpose, number> = { verify: 72, reset: 1 };
/** How long a repeated request gets the first answer again, in case that was lost. */
export const REPEAT_MINUTES = 10;

/** The owner of a link: an account, or a sign-up that is not an account yet. */
export type TokenOwner = { readonly userId: string } | { readonly signUpId: string };

export type SpentState = 'used' | 'expired' | 'unknown';

export interface FoundToken {
  readonly state: 'open' | SpentState;
  /** the account, also when the sign-up has become one; for a used link only while the request that used it may be repeated */
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

/** Returns what this link is good for now. Does not change it. */
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

/** Uses up a link. Returns false when it is not open any more. Of two requests at the same time, one finds it open. */
export async function consumeToken(tx: Tx, token: string, purpose: TokenPurpose): Promise<boolean> {
  const { count } = await tx`
    update address_tokens set used_at = now()
    where hash = ${hashSecret(token)} and purpose = ${purpose} and used_at is null and expires_at > now()`;
  return count === 1;
}

/** Deletes the owner's other unused links of this purpose, all but `kept`. */
export async function dropTokens(tx: Tx, owner: TokenOwner, purpose: TokenPurpose, kept?: string): Promise<void> {
  const { user_id, sign_up_id } = ownerColumns(owner);
  await tx`
    delete from address_tokens
    where (user_id = ${user_id} or sign_up_id = ${sign_up_id}) and purpose = ${purpose} and used_at is null
      and hash is distinct from ${kept === undefined ? null : hashSecret(kept)}`;
}

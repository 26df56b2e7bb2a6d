/**
 * Links that prove an address: they confirm a sign-up or set a new password. The database keeps their hashes. Opening a link
 * changes nothing; the POST that follows uses it up, once.
 */
import type { Tx } from '../db/transaction.ts';
import { hashSecret, randomToken } from './secrets.ts';

export type TokenPurpose = 'verify' | 'reset';

const VALID_HOURS: Record<TokenPurpose, number> = { verify: 72, reset: 1 };

/** What a link for a sign-up will set when it is used: what was typed in that very sign-up. */
export interface SignUpChoice {
  readonly name: string;
  readonly passwordHash: string | null;
}

export type UsedToken =
  | { readonly state: 'valid'; readonly userId: string; readonly choice: SignUpChoice | null }
  | { readonly state: 'used' | 'expired' | 'unknown' };

export async function issueToken(tx: Tx, userId: string, purpose: TokenPurpose, choice?: SignUpChoice): Promise<string> {
  const token = randomToken();
  await tx`
    insert into address_tokens (hash, user_id, purpose, name, password_hash, expires_at) values (
      ${hashSecret(token)}, ${userId}, ${purpose}, ${choice?.name ?? null}, ${choice?.passwordHash ?? null},
      now() + make_interval(hours => ${VALID_HOURS[purpose]}))`;
  return token;
}

/** Uses a link up. Of two that come at once, one finds it valid. */
export async function consumeToken(tx: Tx, token: string, purpose: TokenPurpose): Promise<UsedToken> {
  const hash = hashSecret(token);
  const [row] = await tx<{ user_id: string; name: string | null; password_hash: string | null }[]>`
    update address_tokens set used_at = now()
    where hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > now()
    returning user_id, name, password_hash`;
  if (row) {
    return {
      state: 'valid',
      userId: row.user_id,
      choice: row.name === null ? null : { name: row.name, passwordHash: row.password_hash },
    };
  }
  const [old] = await tx<{ used: boolean }[]>`
    select used_at is not null as used from address_tokens where hash = ${hash} and purpose = ${purpose}`;
  if (!old) return { state: 'unknown' };
  return { state: old.used ? 'used' : 'expired' };
}

/** Makes the member's other links of this purpose useless. */
export async function dropTokens(tx: Tx, userId: string, purpose: TokenPurpose): Promise<void> {
  await tx`delete from address_tokens where user_id = ${userId} and purpose = ${purpose} and used_at is null`;
}

/**
 * Recovery codes: ten of 80 random bits, each good once. So much cannot be guessed, so one round of SHA-256 keeps them, with the member in it;
 * no key of the server is needed to check one.
 */
import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '../../schemas/account/sign-in-ways.ts';
import type { Tx } from '../db/transaction.ts';
import { hashSecret } from './secrets.ts';

/** Without letters that look like figures. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

const newCode = (): string =>
  [...randomBytes(LENGTH)]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** What was meant by what somebody typed from paper. */
const normalised = (code: string): string =>
  code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');

const hashOf = (userId: string, code: string): Buffer => hashSecret(`${userId} ${normalised(code)}`);

/** Ten new codes in place of all from before. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx`delete from recovery_codes where user_id = ${userId}`;
  for (const code of codes) await tx`insert into recovery_codes (user_id, hash) values (${userId}, ${hashOf(userId, code)})`;
  return codes;
}

/** Uses this code up; false where it is none of theirs or was used before. */
export async function spendRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const { count } = await tx`
    update recovery_codes set used_at = now() where user_id = ${userId} and hash = ${hashOf(userId, code)} and used_at is null`;
  return count > 0;
}

export async function countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx<{ left: number }[]>`
    select count(*)::int as left from recovery_codes where user_id = ${userId} and used_at is null`;
  return row?.left ?? 0;
}

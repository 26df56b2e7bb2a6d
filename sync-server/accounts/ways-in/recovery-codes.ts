/**
 * Recovery codes: ten of 80 random bits, each valid once. Nobody can guess so much, so one round of SHA-256 over the code and its member is
 * enough to store them. Checking one needs no key of the server.
 */
import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '../../../schemas/account/sign-in-ways.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import { hashSecret } from '../secrets/secrets.ts';

/** Without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

const newCode = (): string =>
  [...randomBytes(LENGTH)]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** What the member meant by a code typed from paper: ignores case and separators, and reads look-alike letters as digits. */
const normalised = (code: string): string =>
  code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');

const hashOf = (userId: string, code: string): Buffer => hashSecret(`${userId} ${normalised(code)}`);

/** Makes ten new codes in place of all earlier ones. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx`delete from recovery_codes where user_id = ${userId}`;
  for (const code of codes) await tx`insert into recovery_codes (user_id, hash) values (${userId}, ${hashOf(userId, code)})`;
  return codes;
}

/** Uses up this code. Returns false when it is not one of the member's, or was used before. */
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

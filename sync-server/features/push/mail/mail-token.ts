/**
 * The token in the mails of a member: it switches these mails off, and nothing else. It is derived from a key of the database, so it works
 * for as long as the member is here, also after a restore, and needs no table. Nobody can make one without the key.
 */
import { createHmac } from 'node:crypto';
import { UUID } from '../../../../schemas/base/uuid.ts';
import { sameHash } from '../../../accounts/secrets/secrets.ts';

/** The key's name among those of the database. Rotating secrets keeps it: mails with its tokens lie in mailboxes for years. */
export const MAIL_TOKEN_KEY = 'call-mails';

const ID_BYTES = 16;
const MAC_BYTES = 32;

const macOf = (key: Buffer, id: Buffer): Buffer => createHmac('sha256', key).update(id).digest();

/** The token of this member. */
export function mailTokenOf(key: Buffer, userId: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, macOf(key, id)]).toString('base64url');
}

/** The member of a token; null if this server has made no such token. */
export function memberOfToken(key: Buffer, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.byteLength !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
  const id = bytes.subarray(0, ID_BYTES);
  if (!sameHash(macOf(key, id), bytes.subarray(ID_BYTES))) return null;
  const userId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return UUID.test(userId) ? userId : null;
}

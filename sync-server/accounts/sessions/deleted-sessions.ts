/**
 * Keeps only a hash of sessions that were deleted with their account. A device that presents one later gets the answer to erase its data.
 */
import type { Database, Tx } from '../../db/pool/transaction.ts';
import { hashSecret } from '../secrets/secrets.ts';

/** No session lives longer, so after this time no device presents one of these any more. */
const KEPT_DAYS = 365;

export async function rememberSessions(tx: Tx, userId: string): Promise<void> {
  await tx`insert into deleted_sessions (family_hash) select family_hash from sessions where user_id = ${userId} on conflict do nothing`;
}

/** Whether this session was deleted with its account. */
export async function wasDeletedWithAccount(tx: Tx, family: Buffer): Promise<boolean> {
  return (await tx`select from deleted_sessions where family_hash = ${hashSecret(family)}`).count > 0;
}

export async function forgetDeletedSessions(database: Database): Promise<void> {
  await database.write((tx) => tx`delete from deleted_sessions where at < now() - make_interval(days => ${KEPT_DAYS})`);
}

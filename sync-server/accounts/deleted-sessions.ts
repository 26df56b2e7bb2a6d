/** What is remembered of sessions that went with their account: a hash, so that a device which comes with one later erases what it holds. */
import type { Database, Tx } from '../db/transaction.ts';
import { hashSecret } from './secrets.ts';

/** No session lives for longer, so no device comes with one of these any more. */
const KEPT_DAYS = 365;

export async function rememberSessions(tx: Tx, userId: string): Promise<void> {
  await tx`insert into deleted_sessions (family_hash) select family_hash from sessions where user_id = ${userId} on conflict do nothing`;
}

/** Whether this session went with its account. */
export async function wentWithAccount(tx: Tx, family: Buffer): Promise<boolean> {
  return (await tx`select from deleted_sessions where family_hash = ${hashSecret(family)}`).count > 0;
}

export async function forgetDeletedSessions(database: Database): Promise<void> {
  await database.write((tx) => tx`delete from deleted_sessions where at < now() - make_interval(days => ${KEPT_DAYS})`);
}

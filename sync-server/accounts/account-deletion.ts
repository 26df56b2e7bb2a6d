/** Deleting an account: the member with everything that is theirs, and what only accounts know of them. */
import { v7 as uuid } from 'uuid';
import { allow, refuse } from '../../schemas/base/refusal.ts';
import type { Database, Tx } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import type { CommandContext } from '../sync/command.ts';
import type { Engine } from '../sync/engine.ts';
import { rememberSessions } from './deleted-sessions.ts';
import type { Sessions } from './sessions.ts';

export interface AccountDeletion {
  /** @throws HttpError 404 where the account is gone already */
  delete(userId: string): Promise<void>;
}

export function createAccountDeletion(deps: {
  readonly engine: Engine;
  readonly sessions: Sessions;
  /** Deletes what is the member's among the features, and the member; false where there is none. */
  readonly deleteMember: (context: CommandContext) => Promise<boolean>;
}): AccountDeletion {
  const { engine, sessions, deleteMember } = deps;
  return {
    async delete(userId) {
      let ended: string[] = [];
      const verdict = await engine.run({ userId }, uuid(), async (context) => {
        const { tx } = context;
        const [user] = await tx<{ email: string }[]>`select email from users where id = ${userId}`;
        if (!user) return refuse('NOT_FOUND');
        await rememberSessions(tx, userId);
        ended = await sessions.revokeAll(tx, userId);
        if (!(await deleteMember(context))) return refuse('NOT_FOUND');
        await forgetAddress(tx, user.email);
        await forgetMails(tx, userId, user.email);
        return allow;
      });
      if (!verdict.allowed) throw new HttpError(404);
      sessions.ended(ended);
    },
  };
}

/** What waits for the address to be confirmed. */
async function forgetAddress(tx: Tx, email: string): Promise<void> {
  await tx`delete from address_tokens t using sign_ups s where t.sign_up_id = s.id and s.email = ${email}`;
  await tx`delete from sign_ups where email = ${email}`;
  await tx`delete from invited_sign_ups where email = ${email}`;
  await tx`delete from linked_sign_ups where email = ${email}`;
  await tx`delete from address_changes where email = ${email}`;
}

/** Mails to them, and of what they did, as far as they are still here. */
async function forgetMails(tx: Tx, userId: string, email: string): Promise<void> {
  await tx`delete from mailbox where recipient = ${email} or about = ${userId}`;
  await tx`delete from pgboss.job where name = 'mail' and (data->>'to' = ${email} or data->>'about' = ${userId})`;
}

/** Drops what somebody was told in the very moment in which they left. */
export async function dropWhatNobodyReads(database: Database): Promise<void> {
  await database.write((tx) => tx`select drop_what_nobody_reads()`);
}

/** Deletes an account: the member with everything that belongs to them, and what only the accounts part stores about them. */
import { allow, refuse } from '../../schemas/base/refusal.ts';
import type { Database, Tx } from '../db/pool/transaction.ts';
import { HttpError } from '../http/errors/http-error.ts';
import type { CommandContext } from '../sync/command.ts';
import type { Engine } from '../sync/engine.ts';
import { MAIL_QUEUE } from './mail/mail-queue.ts';
import { rememberSessions } from './sessions/deleted-sessions.ts';
import type { Sessions } from './sessions/sessions.ts';

export interface AccountDeletion {
  /** @throws HttpError 404 when the account is already deleted */
  delete(userId: string): Promise<void>;
}

export function createAccountDeletion(deps: {
  readonly engine: Engine;
  readonly sessions: Sessions;
  /** Deletes the member and what the features store for them. Returns false when there is no such member. */
  readonly deleteMember: (context: CommandContext) => Promise<boolean>;
}): AccountDeletion {
  const { engine, sessions, deleteMember } = deps;
  return {
    async delete(userId) {
      let ended: string[] = [];
      const verdict = await engine.run({ userId }, engine.newId(), async (context) => {
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

/** Deletes everything that waits for this address to be confirmed. */
async function forgetAddress(tx: Tx, email: string): Promise<void> {
  await tx`delete from address_tokens t using sign_ups s where t.sign_up_id = s.id and s.email = ${email}`;
  await tx`delete from sign_ups where email = ${email}`;
  await tx`delete from invited_sign_ups where email = ${email}`;
  await tx`delete from linked_sign_ups where email = ${email}`;
  await tx`delete from address_changes where email = ${email}`;
}

/** Deletes mails to the member, and mails about what the member did, as far as the mailbox or the queue still has them. */
async function forgetMails(tx: Tx, userId: string, email: string): Promise<void> {
  await tx`delete from mailbox where recipient = ${email} or about = ${userId}`;
  await tx`delete from jobs where queue = ${MAIL_QUEUE} and (data->>'to' = ${email} or data->>'about' = ${userId})`;
}

/** Deletes notifications and scopes of deleted members. Requests that ran while an account was being deleted may have written them. */
export async function dropTracesOfDeletedMembers(database: Database): Promise<void> {
  await database.write((tx) => tx`select drop_what_nobody_reads()`);
}

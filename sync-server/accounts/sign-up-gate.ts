/**
 * Who may make an account here. `open`: anybody. `invited`: the first member of a server, then whoever a member has invited, by the
 * address that the invitation went to, by its link, or by a link that a member made. `closed`: only the addresses that members have invited.
 *
 * It is asked when somebody signs up, so that they hear it at once and nobody gets a mail for nothing; and again when the address is
 * confirmed, because an invitation lets one person in and may be gone by then.
 */
import { uuidSchema } from '../../schemas/base/ids.ts';
import type { Config } from '../config.ts';
import type { Database, Tx } from '../db/transaction.ts';
import type { HttpError } from '../http/http-error.ts';
import { accountErrors } from './account-errors.ts';

const FORGET_AFTER_DAYS = 7;
/** Any number that nobody else uses for a lock in this database. */
const FIRST_MEMBER_LOCK = 7_205_482;

export interface SignUpGate {
  /** Throws where this address may not sign up. `invite` is what the link of an invitation said. */
  enter(email: string, invite: string | undefined): Promise<void>;
  /** Throws where this account may not come in with its address. In the transaction that confirms it, before invitations are given out. */
  confirm(tx: Tx, userId: string, email: string): Promise<void>;
}

async function hasOtherMembers(tx: Tx, userId: string | null): Promise<boolean> {
  return (await tx`select from users where id is distinct from ${userId} limit 1`).count > 0;
}

/** Of two who would be the first at the same moment, the second waits here and then finds the other. */
async function isFirst(tx: Tx, userId: string | null): Promise<boolean> {
  if (await hasOtherMembers(tx, userId)) return false;
  await tx`select pg_advisory_xact_lock(${FIRST_MEMBER_LOCK})`;
  return !(await hasOtherMembers(tx, userId));
}

/** Held until commit: the invitation is not used twice, nor taken back meanwhile. */
async function isInvited(tx: Tx, email: string): Promise<boolean> {
  const rows = await tx`
    select from friend_invitations
    where invited_email = ${email} and receiver_user_id is null and status = 'pending'
    limit 1 for update`;
  return rows.count > 0;
}

async function isInvitedByLink(tx: Tx, email: string): Promise<boolean> {
  const rows = await tx`
    select from friend_invitations
    where id in (select invitation_id from invited_sign_ups where email = ${email}) and receiver_user_id is null and status = 'pending'
    limit 1 for update`;
  return rows.count > 0;
}

/** The links that members make, of which this file knows nothing else. */
export interface InviteLinks {
  /** Remembers that somebody signed up by the link with this token. */
  remember(tx: Tx, email: string, token: string): Promise<void>;
  /** Whether somebody with this address signed up by one that still works. Held until commit. */
  lead(tx: Tx, email: string): Promise<boolean>;
}

export function createSignUpGate(database: Database, mode: Config['signUp'], links: InviteLinks): SignUpGate {
  const refusal = (): HttpError => (mode === 'invited' ? accountErrors.invitationNeeded() : accountErrors.signUpClosed());

  /** Remembers the link that somebody came by; with the address that it was sent to, nothing has to be. */
  async function remember(tx: Tx, email: string, invite: string): Promise<void> {
    await tx`
      insert into invited_sign_ups (email, invitation_id)
      select ${email}, id from friend_invitations
      where id = ${invite} and invited_email <> ${email} and receiver_user_id is null and status = 'pending'
      on conflict do nothing`;
  }

  async function mayEnter(tx: Tx, email: string, userId: string | null): Promise<boolean> {
    if (mode === 'open' || (await isInvited(tx, email))) return true;
    return mode === 'invited' && ((await isInvitedByLink(tx, email)) || (await links.lead(tx, email)) || (await isFirst(tx, userId)));
  }

  return {
    enter: (email, invite) =>
      database.write(async (tx) => {
        const link = uuidSchema.safeParse(invite);
        if (link.success && mode !== 'closed') await remember(tx, email, link.data);
        else if (invite !== undefined && mode !== 'closed') await links.remember(tx, email, invite);
        if (!(await mayEnter(tx, email, null))) throw refusal();
      }),

    async confirm(tx, userId, email) {
      if (!(await mayEnter(tx, email, userId))) throw refusal();
    },
  };
}

/** Forgets by which links people signed up who never came back. */
export async function forgetInvitedSignUps(database: Database): Promise<void> {
  await database.write((tx) => tx`delete from invited_sign_ups where created_at < now() - make_interval(days => ${FORGET_AFTER_DAYS})`);
}

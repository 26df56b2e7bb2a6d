/**
 * Who may make an account here.
 *
 * `open`: anybody. `invited`: the first member of a server, then people whom a member has invited: by the address that the invitation went
 * to, by its link, or by a link that a member made. `closed`: only addresses that members have invited.
 *
 * Checked at sign-up, so that the visitor learns it at once and nobody receives a mail for nothing. Checked again when the address is
 * confirmed, because an invitation lets in one person and may be used up by then.
 */
import { uuidSchema } from '../../../schemas/base/ids.ts';
import type { Config } from '../../base/config.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';
import type { HttpError } from '../../http/errors/http-error.ts';
import { accountErrors } from '../account-errors.ts';

const FORGET_AFTER_DAYS = 7;
/** An arbitrary number that no other lock in this database uses. */
const FIRST_MEMBER_LOCK = 7_205_483;

export interface SignUpGate {
  /**
   * Checks whether this address may sign up. `invite` is the token in the link of an invitation.
   * @throws HttpError 403 when it may not
   */
  enter(email: string, invite: string | undefined): Promise<void>;
  /**
   * Checks again in the transaction that confirms the address, before invitations are attached. A link that lets the account in is used.
   * @throws HttpError 403 when this account may not come in with its address
   */
  confirm(tx: Tx, newcomer: Newcomer): Promise<void>;
}

/** A person whose account is being made. */
export interface Newcomer {
  readonly userId: string;
  readonly email: string;
  /** of the token in the invitation link that their sign-up came by; null without one */
  readonly inviteHash: Uint8Array | null;
  /** Whether the address was confirmed in the browser that signed up. In any other browser the sign-up may be a stranger's. */
  readonly inSameBrowser: boolean;
}

async function hasOtherMembers(tx: Tx, userId: string | null): Promise<boolean> {
  return (await tx`select from users where id is distinct from ${userId} limit 1`).count > 0;
}

/** Of two possible first members at the same moment, the second waits here and then finds the other. */
async function isFirst(tx: Tx, userId: string | null): Promise<boolean> {
  if (await hasOtherMembers(tx, userId)) return false;
  await tx`select pg_advisory_xact_lock(${FIRST_MEMBER_LOCK})`;
  return !(await hasOtherMembers(tx, userId));
}

const isOpenFor = (tx: Tx, email: string, byLink: boolean) => tx`
  receiver_user_id is null and status = 'pending' and (
    invited_email = ${email} or (${byLink} and id in (select invitation_id from invited_sign_ups where email = ${email}))
  )`;

/** Whether an open invitation went to this address or, with `byLink`, let somebody sign up with it by its link. */
async function isInvited(tx: Tx, email: string, byLink: boolean): Promise<boolean> {
  return (await tx`select from friend_invitations where ${isOpenFor(tx, email, byLink)} limit 1`).count > 0;
}

/** The same, but keeps all of these invitations as they are until commit, so that none is used twice or taken back in between. */
async function lockInvited(tx: Tx, email: string, byLink: boolean): Promise<boolean> {
  const rows = await tx`select from friend_invitations where ${isOpenFor(tx, email, byLink)} order by id for no key update`;
  return rows.count > 0;
}

/** The links that members make. This file knows nothing else about them. */
export interface InviteLinks {
  /** Stores that this address signed up by the link with this token. */
  remember(tx: Tx, email: string, token: string): Promise<void>;
  /** Whether this address signed up by a link that still works. */
  hasOpenLink(tx: Tx, email: string): Promise<boolean>;
  /** Uses a link that still works, under its lock, for an account with an address that signed up by it. False if there is none. */
  admit(tx: Tx, newcomer: Newcomer): Promise<boolean>;
}

export function createSignUpGate(database: Database, mode: Config['signUp'], links: InviteLinks): SignUpGate {
  function refusal(cameByLink: boolean): HttpError {
    if (mode !== 'invited') return accountErrors.signUpClosed();
    return cameByLink ? accountErrors.invitationNotOpen() : accountErrors.invitationNeeded();
  }
  const byLink = mode === 'invited';

  /** Stores the invitation whose link the visitor came by. Not needed for the address that the invitation was sent to. */
  async function remember(tx: Tx, email: string, invite: string): Promise<void> {
    await tx`
      insert into invited_sign_ups (email, invitation_id)
      select ${email}, id from friend_invitations
      where id = ${invite} and invited_email <> ${email} and receiver_user_id is null and status = 'pending'
      on conflict do nothing`;
  }

  return {
    // It locks nothing. The row of a sign-up refers to what it came by, so two visitors who locked that as well would wait for each other.
    enter: (email, invite) =>
      database.write(async (tx) => {
        const link = uuidSchema.safeParse(invite);
        if (link.success && mode !== 'closed') await remember(tx, email, link.data);
        else if (invite !== undefined && mode !== 'closed') await links.remember(tx, email, invite);
        if (mode === 'open' || (await isInvited(tx, email, byLink))) return;
        if (byLink && ((await links.hasOpenLink(tx, email)) || (await isFirst(tx, null)))) return;
        throw refusal(invite !== undefined);
      }),

    async confirm(tx, newcomer) {
      const { userId, email, inviteHash } = newcomer;
      if (mode === 'open' || (await lockInvited(tx, email, byLink))) return;
      if (byLink && ((await links.admit(tx, newcomer)) || (await isFirst(tx, userId)))) return;
      throw refusal(inviteHash !== null);
    },
  };
}

/** Deletes, after a week, by which links people signed up who never came back. */
export async function forgetInvitedSignUps(database: Database): Promise<void> {
  await database.write((tx) => tx`delete from invited_sign_ups where created_at < now() - make_interval(days => ${FORGET_AFTER_DAYS})`);
}

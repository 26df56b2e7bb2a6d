import type { CommandContext } from '../../../sync/command.ts';
import { lockAddress } from '../../../sync/member-locks.ts';
import { scope } from '../../../sync/scope-name.ts';
import { notify } from '../../notifications/notify.ts';

/**
 * Gives a member the friend invitations that wait for their address, and those by whose links they signed up with another address. Call it
 * after the address has become theirs, in the same transaction. The inviters learn nothing: an address that joins looks to them like one
 * that does not. Invitations by the member themselves and by friends are cancelled.
 */
export async function attachInvitations(context: CommandContext, userId: string, email: string): Promise<void> {
  const { tx } = context;
  await lockAddress(tx, email);
  const isWaiting = tx`
    (invited_email = ${email} or id in (select s.invitation_id from invited_sign_ups s where s.email = ${email}))
    and receiver_user_id is null and status = 'pending'`;
  const dropped = await tx<{ id: string; inviter_id: string }[]>`
    update friend_invitations i set status = 'cancelled', answered_at = accepted_at()
    where ${isWaiting}
      and (i.inviter_id = ${userId} or exists (select from friends f where f.user_id = ${userId} and f.friend_id = i.inviter_id))
    returning i.id, i.inviter_id`;
  for (const row of dropped) {
    context.record({ scopes: [scope.self(row.inviter_id)], collection: 'invitations', id: row.id, removed: true });
  }
  const attached = await tx<{ id: string; inviter_id: string }[]>`
    update friend_invitations set receiver_user_id = ${userId}
    where ${isWaiting} and not blocked_between(inviter_id, ${userId})
    returning id, inviter_id`;
  await tx`delete from invited_sign_ups where email = ${email}`;
  for (const row of attached) await notifyOfInvitation(context, userId, row);
}

/** The invitation is this member's from now on: their devices receive it, and they are notified. */
export async function notifyOfInvitation(
  context: CommandContext,
  userId: string,
  invitation: { readonly id: string; readonly inviter_id: string },
): Promise<void> {
  context.record({ scopes: [scope.self(userId)], collection: 'invitations', id: invitation.id });
  await notify(context, { type: 'friend_request_sent', recipients: [userId], by: invitation.inviter_id, invitation_id: invitation.id });
}

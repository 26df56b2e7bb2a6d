import { allow } from '../../../../schemas/base/refusal.ts';
import { checkWait } from '../../../../schemas/friends/invitation-rules.ts';
import type { InvitationStatus } from '../../../../schemas/friends/invitation-status.ts';
import type { Command } from '../../../sync/command.ts';
import { lockMembers } from '../../../sync/member-locks.ts';
import { scope } from '../../../sync/scope-name.ts';
import { notify } from '../../notifications/notify.ts';
import { notifyOfSeat } from '../seats.ts';

/**
 * The receiver of an invitation asks to be notified once a seat at the inviter's table is free. The first time, the inviter is notified that
 * somebody waits. Waiting gives no place: of those who wait, the first to accept has the seat.
 */
export const waitForSeat: Command<{ readonly id: string }> = async (context, { id }) => {
  const { tx, actor } = context;
  const [found] = await tx<{ inviter_id: string }[]>`
    select inviter_id from friend_invitations where id = ${id} and receiver_user_id = ${actor.userId} and status <> 'cancelled'`;
  if (!found) return checkWait({ received: false, status: 'pending' });
  const inviter = found.inviter_id;
  await lockMembers(tx, actor.userId, inviter);
  const [invitation] = await tx<{ status: InvitationStatus; seat_taken: boolean; waits_for_seat: boolean; invited_by_id: boolean }[]>`
    select status, seat_taken, waits_for_seat, invited_by_id from friend_invitations where id = ${id} and status <> 'cancelled' for update`;
  const verdict = checkWait({ received: invitation !== undefined, status: invitation?.status ?? 'pending' });
  if (!verdict.allowed || !invitation) return verdict;

  await tx`update friend_invitations set waits_for_seat = true, write_id = ${context.writeId} where id = ${id}`;
  context.record({ scopes: [scope.self(actor.userId), scope.self(inviter)], collection: 'invitations', id });
  if (invitation.waits_for_seat) return allow;
  // The seat became free before the wish arrived.
  if (!invitation.seat_taken) await notifyOfSeat(context, { id, inviter_id: inviter, receiver: actor.userId });
  else {
    // An inviter who typed an address does not learn whose it is before the invitation is accepted.
    const by = invitation.invited_by_id ? actor.userId : null;
    await notify(context, { type: 'friend_request_sent', recipients: [inviter], by, invitation_id: id });
  }
  return allow;
};

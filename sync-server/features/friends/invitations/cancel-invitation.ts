import { allow } from '../../../../schemas/base/refusal.ts';
import { checkCancel } from '../../../../schemas/friends/invitation-rules.ts';
import type { InvitationStatus } from '../../../../schemas/friends/invitation-status.ts';
import type { Command } from '../../../sync/command.ts';
import { scope } from '../../../sync/scope-name.ts';
import { withdrawForInvitation } from '../../notifications/withdraw-notifications.ts';

/** Cancels an invitation that the actor sent. Its receiver loses it, with the notification about it. */
export const cancelInvitation: Command<{ readonly id: string }> = async (context, { id }) => {
  const { tx, actor } = context;
  const [invitation] = await tx<{ status: InvitationStatus; receiver_user_id: string | null }[]>`
    select status, receiver_user_id from friend_invitations
    where id = ${id} and inviter_id = ${actor.userId} and status <> 'cancelled'
    for update`;
  const verdict = checkCancel({ sent: invitation !== undefined, status: invitation?.status ?? 'pending' });
  if (!verdict.allowed) return verdict;

  await tx`update friend_invitations set status = 'cancelled', answered_at = accepted_at(), write_id = ${context.writeId} where id = ${id}`;
  const receiver = invitation?.receiver_user_id;
  context.record({
    scopes: [scope.self(actor.userId), ...(receiver ? [scope.self(receiver)] : [])],
    collection: 'invitations',
    id,
    removed: true,
  });
  await withdrawForInvitation(context, id);
  return allow;
};

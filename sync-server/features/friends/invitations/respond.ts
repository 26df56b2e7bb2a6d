import { allow, refuse } from '../../../../schemas/base/refusal.ts';
import { checkRespond } from '../../../../schemas/friends/invitation-rules.ts';
import type { InvitationAnswer, InvitationStatus } from '../../../../schemas/friends/invitation-status.ts';
import type { Command, CommandContext } from '../../../sync/command.ts';
import { lockMembers, nameOf } from '../../../sync/member-locks.ts';
import { scope } from '../../../sync/scope-name.ts';
import { notify } from '../../notifications/notify.ts';
import { withdrawForInvitation } from '../../notifications/withdraw-notifications.ts';
import { befriend } from '../befriend.ts';

const notReceived = { received: false, status: 'pending', ownFriends: 0, theirFriends: 0, maxFriends: 0 } as const;

/** Answers an invitation. Accepting makes two rows of friendship, and settles what else was pending between the two. */
export const respond: Command<InvitationAnswer> = async (context, answer) => {
  const { tx, actor, limits } = context;
  const [found] = await tx<{ inviter_id: string }[]>`
    select inviter_id from friend_invitations
    where id = ${answer.id} and receiver_user_id = ${actor.userId} and status <> 'cancelled'`;
  if (!found) return checkRespond(answer.status, notReceived);
  const inviter = found.inviter_id;
  await lockMembers(tx, actor.userId, inviter);
  const [invitation] = await tx<{ status: InvitationStatus; invited_by_id: boolean; write_id: string }[]>`
    select status, invited_by_id from friend_invitations where id = ${answer.id} and status <> 'cancelled' for update`;
  if (!invitation) return checkRespond(answer.status, notReceived);
  const [seats] = await tx<{ own: number; theirs: number }[]>`
    select
      (select count(*)::int from friends where user_id = ${actor.userId}) as own,
      (select count(*)::int from friends where user_id = ${inviter}) as theirs`;
  const verdict = checkRespond(answer.status, {
    received: true,
    status: invitation.status,
    ownFriends: seats?.own ?? 0,
    theirFriends: seats?.theirs ?? 0,
    maxFriends: limits.maxDirectFriends,
  });
  if (!verdict.allowed) return verdict;

  const answered = await tx<{ id: string }[]>`
    update friend_invitations set status = ${answer.status}, answered_at = accepted_at(), write_id = ${context.writeId}
    where id = ${answer.id}
      or (${answer.status} = 'accepted' and status = 'pending' and (
        (inviter_id = ${inviter} and receiver_user_id = ${actor.userId}) or (inviter_id = ${actor.userId} and receiver_user_id = ${inviter})
      ))
    returning id`;
  if (answered.count === 0) return refuse('INVITATION_NOT_FOUND');
  const both = [scope.self(actor.userId), scope.self(inviter)];
  for (const row of answered) context.record({ scopes: both, collection: 'invitations', id: row.id });
  // Nobody waits for a seat by it any more.
  await withdrawForInvitation(context, answer.id, inviter);

  if (answer.status === 'accepted') await befriend(context, actor.userId, inviter);
  const [notice] = await notify(context, {
    type: answer.status === 'accepted' ? 'friend_request_accepted' : 'friend_request_declined',
    recipients: [inviter],
    // An inviter who typed an address does not learn from a refusal whose address it is.
    by: answer.status === 'accepted' || invitation.invited_by_id ? actor.userId : null,
    invitation_id: answer.id,
  });
  if (notice && answer.status === 'accepted') await mailAcceptance(context, inviter, notice.id);
  return allow;
};

/** A mail to the member who asked: they may have closed the app since. */
async function mailAcceptance(context: CommandContext, inviter: string, unlessRead: string): Promise<void> {
  const [to] = await context.tx<{ email: string }[]>`select email from users where id = ${inviter}`;
  if (to) await context.mail({ to: to.email, template: 'friend-accepted', data: { name: await nameOf(context) }, unlessRead });
}

import { allow } from '../../../../schemas/base/refusal.ts';
import { checkSendAgain } from '../../../../schemas/friends/invitation-rules.ts';
import type { InvitationStatus } from '../../../../schemas/friends/invitation-status.ts';
import { issueInvitationSecret } from '../../../accounts/sign-up/invitation-secrets.ts';
import type { Command } from '../../../sync/command.ts';
import { nameOf } from '../../../sync/member-locks.ts';

/**
 * Sends the mail of an invitation once more, at most once a day. What its sender learns is the same whether the address is a member's or
 * not, and whether its owner blocks them.
 */
export const sendAgain: Command<{ readonly id: string }> = async (context, { id }) => {
  const { tx, actor } = context;
  const [invitation] = await tx<
    { status: InvitationStatus; email: string | null; receiver: string | null; blocked: boolean; recent: boolean }[]
  >`
    select i.status, i.invited_email as email, (select u.email from users u where u.id = i.receiver_user_id) as receiver,
      exists (select from users u where u.email = i.invited_email and blocked_between(i.inviter_id, u.id)) as blocked,
      i.mailed_at > now() - interval '1 day' as recent
    from friend_invitations i
    where i.id = ${id} and i.inviter_id = ${actor.userId} and i.invited_email is not null and i.status <> 'cancelled'
    for update of i`;
  const verdict = checkSendAgain({
    sent: invitation !== undefined,
    status: invitation?.status ?? 'pending',
    recent: invitation?.recent === true,
  });
  if (!verdict.allowed || !invitation?.email) return verdict;
  await tx`update friend_invitations set mailed_at = now() where id = ${id}`;
  const inviterName = await nameOf(context);
  const to = invitation.email;
  if (invitation.receiver) await context.mail({ to: invitation.receiver, template: 'friend-request', data: { inviterName } });
  else if (!invitation.blocked) {
    const secret = await issueInvitationSecret(context, id);
    await context.mail({ to, template: 'friend-invitation', data: { inviterName, token: id, secret } });
  }
  return allow;
};

import { allow, refuse } from '../../../schemas/base/refusal.ts';
import type { InvitationAnswer, InvitationStatus } from '../../../schemas/friends/invitation-status.ts';
import { checkRespondToGroup, roleOnJoining } from '../../../schemas/groups/group-invitation-rules.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { InvitedRole } from '../../../schemas/groups/group-roles.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { lockMembers } from '../../sync/member-locks.ts';
import { scope } from '../../sync/scope-name.ts';
import { withdrawForInvitation } from '../notifications/withdraw-notifications.ts';
import { lockGroupExclusively, readMember } from './group-facts.ts';

/**
 * Answers an invitation into a group. Accepting makes a member, or an admin where the owner invited as such; declining leaves a mark with
 * those who may invite.
 */
export const respondToGroup: Command<InvitationAnswer> = async (context, { id, status }) => {
  const { tx, actor } = context;
  const [place] = await tx<{ group_id: string }[]>`
    select group_id from group_invitations where id = ${id} and invitee_id = ${actor.userId}`;
  if (!place) return checkRespondToGroup({ received: false, status: 'pending' });
  await lockMembers(tx, actor.userId);
  await lockGroupExclusively(tx, actor, place.group_id);
  const [invitation] = await tx<{ status: InvitationStatus; role: InvitedRole; inviter_id: string }[]>`
    select status, role, inviter_id from group_invitations where id = ${id} for update`;
  const verdict = checkRespondToGroup({ received: invitation !== undefined, status: invitation?.status ?? 'pending' });
  if (!verdict.allowed) return verdict;

  await tx`update group_invitations set status = ${status}, write_id = ${context.writeId} where id = ${id}`;
  context.record({ scopes: [scope.self(actor.userId)], collection: 'invitations', id, removed: true });
  const admins = [scope.groupAdmins(place.group_id)];
  context.record({ scopes: admins, collection: 'invitations', id, removed: status === 'accepted' });
  if (status === 'accepted' && invitation) {
    const inviter = await readMember(tx, place.group_id, invitation.inviter_id);
    return join(context, place.group_id, roleOnJoining({ invitedAs: invitation.role, inviterRole: inviter?.role ?? null }));
  }
  await withdrawForInvitation(context, id);
  return allow;
};

async function join(context: CommandContext, groupId: string, role: InvitedRole) {
  const { tx, actor } = context;
  const joined = await tx`
    insert into group_members (group_id, user_id, role, joined_at, write_id)
    values (${groupId}, ${actor.userId}, ${role}, accepted_at(), ${context.writeId}) on conflict do nothing`;
  if (joined.count === 0) return refuse('ALREADY_IN_GROUP');
  context.record({ scopes: [scope.group(groupId)], collection: 'group_members', id: groupMemberId(groupId, actor.userId) });
  context.membersMoved([actor.userId]);
  return allow;
}

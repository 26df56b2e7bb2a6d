import { allow } from '../../../schemas/base/refusal.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import { checkDeleteGroup } from '../../../schemas/groups/group-rules.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { withdrawForGroup } from '../notifications/withdraw-notifications.ts';
import { forgetGroupSettings } from './forget-group-settings.ts';
import { lockGroupExclusively } from './group-facts.ts';
import { type InvitationState, scopesOfInvitation } from './record-invitations.ts';

/** Deletes a group with everything in it and all notifications about it. Its ids are never used again. */
export const deleteGroup: Command<{ readonly id: string }> = async (context, { id }) => {
  const { tx, actor } = context;
  const group = await lockGroupExclusively(tx, actor, id);
  const verdict = checkDeleteGroup({ role: group?.role ?? null });
  if (!verdict.allowed) return verdict;

  await deleteInvitations(context, id);
  await withdrawForGroup(context, id, null);
  const scopes = [scope.group(id)];
  const reactions = await tx<{ id: string }[]>`
    select concat_ws('|', r.message_id, r.user_id, r.emoji) as id
    from group_message_reactions r join group_messages m on m.id = r.message_id where m.group_id = ${id}`;
  for (const row of reactions) context.record({ scopes, collection: 'reactions', id: row.id, removed: true });
  const messages = await tx<{ id: string }[]>`select id from group_messages where group_id = ${id}`;
  for (const row of messages) context.record({ scopes, collection: 'group_messages', id: row.id, removed: true });
  const members = await tx<{ user_id: string }[]>`select user_id from group_members where group_id = ${id}`;
  const memberIds = members.map((row) => row.user_id);
  for (const member of memberIds) {
    context.record({ scopes, collection: 'group_members', id: groupMemberId(id, member), removed: true });
  }
  await forgetGroupSettings(context, id, memberIds);
  await tx`delete from groups where id = ${id}`;
  context.record({ scopes, collection: 'groups', id, removed: true });
  context.membersMoved(memberIds);
  return allow;
};

async function deleteInvitations(context: CommandContext, groupId: string): Promise<void> {
  const rows = await context.tx<(InvitationState & { id: string })[]>`
    delete from group_invitations where group_id = ${groupId} returning id, group_id, invitee_id, status`;
  for (const row of rows) context.record({ scopes: scopesOfInvitation(row), collection: 'invitations', id: row.id, removed: true });
}

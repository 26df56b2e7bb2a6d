import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { withdrawForGroup } from '../notifications/withdraw-notifications.ts';
import { forgetGroupSettings } from './forget-group-settings.ts';

/**
 * Takes a member out of a group that is locked exclusively. What they wrote stays with the group. Their notifications about it and their
 * settings for it are deleted. Their streams stop with the commit, because reading is checked against the members of that moment.
 */
export async function endMembership(context: CommandContext, groupId: string, member: string): Promise<void> {
  await context.tx`delete from group_members where group_id = ${groupId} and user_id = ${member}`;
  context.record({
    scopes: [scope.group(groupId)],
    collection: 'group_members',
    id: groupMemberId(groupId, member),
    removed: true,
  });
  await withdrawForGroup(context, groupId, [member]);
  await forgetGroupSettings(context, groupId, [member]);
  context.membersMoved([member]);
}

import { groupMemberId } from '../../../schemas/groups/group.ts';
import type { CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { withdrawForGroup } from '../notifications/withdraw-notifications.ts';
import { forgetGroupSettings } from './forget-group-settings.ts';

/**
 * Takes a member out of a group that is held alone. What they wrote stays with the group; what they were told of it, and their own
 * settings for it, go. Their streams stop with the commit, since reading is asked of the members of that moment.
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

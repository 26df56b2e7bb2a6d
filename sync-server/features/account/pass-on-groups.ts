import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { deleteGroup } from '../groups/delete-group.ts';
import { endMembership } from '../groups/end-membership.ts';
import { lockGroupExclusively } from '../groups/group-facts.ts';

/**
 * Takes a member who deletes their account out of all their groups. A group that they own passes to an admin, else to the member who has
 * been in it longest. If there is nobody else, it is deleted.
 */
export async function passOnGroups(context: CommandContext): Promise<void> {
  const { tx, actor } = context;
  const rows = await tx<{ group_id: string }[]>`
    select group_id from group_members where user_id = ${actor.userId} order by group_id`;
  for (const { group_id } of rows) {
    const group = await lockGroupExclusively(tx, actor, group_id);
    if (group === null || group.role === null) continue;
    if (group.role !== 'owner') {
      await endMembership(context, group_id, actor.userId);
      continue;
    }
    const [heir] = await tx<{ user_id: string }[]>`
      select user_id from group_members where group_id = ${group_id} and user_id <> ${actor.userId}
      order by role = 'admin' desc, joined_at, user_id limit 1`;
    if (!heir) {
      await deleteGroup(context, { id: group_id });
      continue;
    }
    // The old owner leaves before the new one is set: a group never has two owners, not even for a moment.
    await endMembership(context, group_id, actor.userId);
    await tx`
      update group_members set role = 'owner', write_id = ${context.writeId} where group_id = ${group_id} and user_id = ${heir.user_id}`;
    context.record({ scopes: [scope.group(group_id)], collection: 'group_members', id: groupMemberId(group_id, heir.user_id) });
    context.membersMoved([heir.user_id]);
  }
  // The members of a group see who founded it, so the owner takes the founder's place.
  const founded = await tx<{ id: string }[]>`
    update groups g set founder_id = m.user_id, write_id = ${context.writeId}
    from group_members m
    where g.founder_id = ${actor.userId} and m.group_id = g.id and m.role = 'owner'
    returning g.id`;
  for (const { id } of founded) context.record({ scopes: [scope.group(id)], collection: 'groups', id });
}

import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { type Group, groupMemberId, storedDescription } from '../../../schemas/groups/group.ts';
import { checkCreateGroup } from '../../../schemas/groups/group-rules.ts';
import type { Command } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { takeId } from '../../sync/used-ids.ts';

export interface NewGroup extends Pick<Group, 'id' | 'name' | 'description' | 'founder_id'> {
  readonly emoji?: string | null | undefined;
}

/** Founds a group with the founder as its owner. An id that was ever in use is refused like a missing one. */
export const createGroup: Command<NewGroup> = async (context, group) => {
  const { tx, actor, writeId } = context;
  const verdict = checkCreateGroup(actor, group);
  if (!verdict.allowed) return verdict;
  if (!(await takeId(context, group.id))) return refuse('GROUP_NOT_FOUND');

  context.stores();
  const inserted = await tx`
    insert into groups (id, name, description, emoji, founder_id, created_at, write_id)
    values (${group.id}, ${group.name}, ${storedDescription(group.description)}, ${group.emoji ?? null}, ${actor.userId}, accepted_at(), ${writeId})
    on conflict (id) do nothing`;
  if (inserted.count === 0) return refuse('GROUP_NOT_FOUND');
  await tx`
    insert into group_members (group_id, user_id, role, joined_at, write_id)
    select id, founder_id, 'owner', created_at, write_id from groups where id = ${group.id}`;

  const scopes = [scope.group(group.id)];
  context.record({ scopes, collection: 'groups', id: group.id });
  context.record({ scopes, collection: 'group_members', id: groupMemberId(group.id, actor.userId) });
  context.membersMoved([actor.userId]);
  return allow;
};

import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { group as groupEntity, type NewGroup } from '../../../schemas/groups/group.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import { checkCreateGroup } from '../../../schemas/groups/group-rules.ts';
import type { Command } from '../../sync/command.ts';
import { lockMembers } from '../../sync/member-locks.ts';
import { takeId } from '../../sync/push/used-ids.ts';
import { scope } from '../../sync/scope-name.ts';
import { countOwned } from './group-facts.ts';

/** Founds a group with the founder as its owner. An id that was ever in use is refused like a missing one. */
export const createGroup: Command<NewGroup> = async (context, group) => {
  const { tx, actor, writeId } = context;
  const own = checkCreateGroup(actor, group, 0);
  if (!own.allowed) return own;
  if (!(await takeId(context, group.id))) return refuse('GROUP_NOT_FOUND');
  // Locked, so that groups that are founded at the same moment are counted one after the other, and none shows a name that is changing.
  await lockMembers(tx, actor.userId);
  const verdict = checkCreateGroup(actor, group, await countOwned(tx, actor.userId));
  if (!verdict.allowed) return verdict;

  context.stores();
  const row = { ...groupEntity.textOf(group), id: group.id, founder_id: actor.userId, write_id: writeId };
  const inserted = await tx`
    insert into new_groups
    select r.* from jsonb_populate_record(null::new_groups, ${tx.json(row)} || jsonb_build_object('created_at', accepted_at())) as r
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

import { allow } from '../../../schemas/base/refusal.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import { checkSetRole } from '../../../schemas/groups/group-rules.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { lockMembers } from '../../sync/member-locks.ts';
import { scope } from '../../sync/scope-name.ts';
import { countOwned, lockGroupExclusively, readMember } from './group-facts.ts';
import type { MemberRef } from './remove-member.ts';

export type RoleChange = MemberRef & { readonly role: GroupRole };

/** Gives a member another role. An owner who makes another member the owner hands the group over and stays in it as an admin. */
export const setRole: Command<RoleChange> = async (context, { group_id, user_id, role }) => {
  const { tx, actor } = context;
  // A member who becomes an owner is locked first, as for everything that is counted for a member.
  if (role === 'owner') await lockMembers(tx, user_id);
  const group = await lockGroupExclusively(tx, actor, group_id);
  // Read even if there is no group: a faster answer would reveal that.
  const target = await readMember(tx, group_id, user_id);
  const owned = role === 'owner' ? (await countOwned(tx, user_id)) + 1 : 0;
  const verdict = checkSetRole({ role: group?.role ?? null, targetRole: target?.role ?? null }, owned);
  if (!verdict.allowed) return verdict;
  if (target?.role === role) return allow;
  // The old owner first: a group never has two owners, not even for a moment.
  if (role === 'owner') await writeRole(context, { group_id, user_id: actor.userId, role: 'admin' });
  await writeRole(context, { group_id, user_id, role });
  return allow;
};

async function writeRole(context: CommandContext, { group_id, user_id, role }: RoleChange): Promise<void> {
  await context.tx`
    update group_members set role = ${role}, write_id = ${context.writeId} where group_id = ${group_id} and user_id = ${user_id}`;
  context.record({ scopes: [scope.group(group_id)], collection: 'group_members', id: groupMemberId(group_id, user_id) });
  // Members who may invite read the invitations.
  context.membersMoved([user_id]);
}

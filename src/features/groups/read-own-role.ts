import { groupMemberId } from '../../../schemas/groups/group.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import type { LocalStore } from '../../data/local-store.tsx';
import { ownRole } from './group-role.ts';

/** What one is in a group, from the rows that are held here. */
export async function readOwnRole(store: LocalStore, groupId: string): Promise<GroupRole | null> {
  const [group, member] = await Promise.all([
    store.collections.groups.findOne(groupId).exec(),
    store.collections.group_members.findOne(groupMemberId(groupId, store.userId)).exec(),
  ]);
  return group ? ownRole(group, member, store.userId) : null;
}

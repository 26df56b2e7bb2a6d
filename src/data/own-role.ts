import { type Group, groupMemberId } from '../../schemas/groups/group.ts';
import type { GroupRole } from '../../schemas/groups/group-roles.ts';
import type { LocalFields } from '../../workers/device/local-row.ts';
import type { LocalStore } from './local-store.tsx';

/**
 * What one is in a group that is held; null where one is in it no more, though its row has not gone yet. Founders are owners before
 * the server has accepted their group and made them a member.
 */
export function ownRole(
  group: Pick<Group, 'founder_id'> & Pick<LocalFields, 'scope'>,
  member: { readonly role: GroupRole } | null | undefined,
  userId: string,
): GroupRole | null {
  if (member) return member.role;
  return group.scope === 0 && group.founder_id === userId ? 'owner' : null;
}

/** What one is in a group, from the rows that are held here. */
export async function readOwnRole(store: LocalStore, groupId: string): Promise<GroupRole | null> {
  const [group, member] = await Promise.all([
    store.collections.groups.findOne(groupId).exec(),
    store.collections.group_members.findOne(groupMemberId(groupId, store.userId)).exec(),
  ]);
  return group ? ownRole(group, member, store.userId) : null;
}

import type { Group } from '../../../schemas/groups/group.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import type { LocalFields } from '../../../workers/device/local-row.ts';
import type { LocalStore } from './local-store.tsx';

/**
 * The signed-in member's role in a stored group; null if they are no longer a member but the group row is not deleted yet. A founder is
 * owner before the server has accepted the group and created their membership.
 */
export function ownRole(
  group: Pick<Group, 'founder_id'> & Pick<LocalFields, 'scope'>,
  member: { readonly role: GroupRole } | null | undefined,
  userId: string,
): GroupRole | null {
  if (member) return member.role;
  return group.scope === 0 && group.founder_id === userId ? 'owner' : null;
}

/** The signed-in member's role in a group, from the rows on this device. */
export async function readOwnRole(store: LocalStore, groupId: string): Promise<GroupRole | null> {
  const [group, member] = await Promise.all([
    store.collections.groups.findOne(groupId).exec(),
    store.collections.group_members.findOne(groupMemberId(groupId, store.userId)).exec(),
  ]);
  return group ? ownRole(group, member, store.userId) : null;
}

/** Founds, changes and leaves groups, in the local store only. Every act checks its rule first, with facts from the locally stored rows. */
import { v7 as uuid } from 'uuid';
import { refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { type GroupText, group } from '../../../schemas/groups/group.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import {
  checkCreateGroup,
  checkDeleteGroup,
  checkEditGroup,
  checkLeaveGroup,
  checkRemoveMember,
  checkSetRole,
} from '../../../schemas/groups/group-rules.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { change, insert, remove } from '../../data/store/local-write.ts';
import { readOwnRole } from '../../data/store/own-role.ts';
import { inviteToGroup } from './write-group-invitation.ts';

export const newGroupId = (): string => uuid();

/** The groups of the signed-in member, as far as this device knows. A group that the server has not accepted yet has no members here. */
async function countOwned(store: LocalStore): Promise<number> {
  const { groups, group_members } = store.collections;
  const [owned, founded] = await Promise.all([
    group_members.find({ selector: { user_id: store.userId, role: 'owner' } }).exec(),
    groups.find({ selector: { founder_id: store.userId, pending: 1 } }).exec(),
  ]);
  return new Set([...owned.map(({ group_id }) => group_id), ...founded.map(({ id }) => id)]).size;
}

/** Founds a group and invites the chosen friends. Calling it again with the same `id` founds no second group. */
export async function createGroup(store: LocalStore, id: string, written: GroupText, invited: readonly string[]): Promise<Verdict> {
  const text = group.text.safeParse(written);
  if (!text.success) return refuse('INVALID');
  const created = { id, ...text.data, founder_id: store.userId };
  const verdict = checkCreateGroup(store, created, await countOwned(store));
  if (!verdict.allowed) return verdict;
  await insert(store, 'groups', created);
  // Written in this order, so that nobody is invited into a group that does not exist yet.
  for (const friendId of invited) {
    const answer = await inviteToGroup(store, id, friendId);
    // A friend invited by an earlier attempt is a success.
    if (!answer.allowed && answer.code !== 'ALREADY_INVITED_TO_GROUP') return answer;
  }
  return verdict;
}

/** Changes the text of a group. If nothing changed, nothing is written. */
export async function editGroup(store: LocalStore, groupId: string, written: GroupText): Promise<Verdict> {
  const text = group.text.safeParse(written);
  if (!text.success) return refuse('INVALID');
  const verdict = checkEditGroup({ role: await readOwnRole(store, groupId) });
  if (!verdict.allowed) return verdict;
  const standing = await store.collections.groups.findOne(groupId).exec();
  if (standing && !group.sameText(standing, text.data)) await change(store, 'groups', groupId, text.data);
  return verdict;
}

/** Deletes a group for all its members. */
export async function deleteGroup(store: LocalStore, groupId: string): Promise<Verdict> {
  const verdict = checkDeleteGroup({ role: await readOwnRole(store, groupId) });
  if (verdict.allowed) await remove(store, 'groups', groupId);
  return verdict;
}

export async function leaveGroup(store: LocalStore, groupId: string): Promise<Verdict> {
  const verdict = checkLeaveGroup({ role: await readOwnRole(store, groupId) });
  if (verdict.allowed) await remove(store, 'group_members', groupMemberId(groupId, store.userId));
  return verdict;
}

async function readMemberFacts(store: LocalStore, groupId: string, memberId: string) {
  const [role, target] = await Promise.all([
    readOwnRole(store, groupId),
    store.collections.group_members.findOne(groupMemberId(groupId, memberId)).exec(),
  ]);
  return { role, targetRole: target?.role ?? null };
}

export async function removeMember(store: LocalStore, groupId: string, memberId: string): Promise<Verdict> {
  const verdict = checkRemoveMember(await readMemberFacts(store, groupId, memberId));
  if (verdict.allowed) await remove(store, 'group_members', groupMemberId(groupId, memberId));
  return verdict;
}

/** Gives a member another role. Making a member the owner hands the group over; the previous owner stays as an admin. */
export async function setRole(store: LocalStore, groupId: string, memberId: string, role: GroupRole): Promise<Verdict> {
  const verdict = checkSetRole(await readMemberFacts(store, groupId, memberId));
  if (verdict.allowed) await change(store, 'group_members', groupMemberId(groupId, memberId), { role });
  return verdict;
}

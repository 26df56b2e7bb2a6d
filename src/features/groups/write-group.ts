/** Founds, changes and leaves groups, in the local store only. Every act checks its rule first, with facts from the locally stored rows. */
import { v7 as uuid } from 'uuid';
import * as z from 'zod/mini';
import { refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import {
  type Group,
  groupDescriptionSchema,
  groupEmojiSchema,
  groupMemberId,
  groupNameSchema,
  storedDescription,
} from '../../../schemas/groups/group.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import {
  checkCreateGroup,
  checkDeleteGroup,
  checkEditGroup,
  checkLeaveGroup,
  checkRemoveMember,
  checkSetRole,
} from '../../../schemas/groups/group-rules.ts';
import type { LocalStore } from '../../data/local-store.tsx';
import { change, insert, type NewRow, remove } from '../../data/local-write.ts';
import { readOwnRole } from '../../data/own-role.ts';
import { inviteToGroup } from './write-group-invitation.ts';

/** The input of a group form. */
export interface GroupText {
  readonly name: string;
  readonly description: string;
  /** undefined: keep the present emoji; a new group has none */
  readonly emoji?: string | null;
}

export const newGroupId = (): string => uuid();

function parse(text: GroupText): (Pick<Group, 'name' | 'description'> & Partial<Pick<Group, 'emoji'>>) | null {
  const name = groupNameSchema.safeParse(text.name);
  const description = groupDescriptionSchema.safeParse(text.description);
  const emoji = z.optional(groupEmojiSchema).safeParse(text.emoji);
  if (!name.success || !description.success || !emoji.success) return null;
  const written = { name: name.data, description: storedDescription(description.data) };
  return emoji.data === undefined ? written : { ...written, emoji: emoji.data };
}

/** Founds a group and invites the chosen friends. Calling it again with the same `id` founds no second group. */
export async function createGroup(store: LocalStore, id: string, text: GroupText, invited: readonly string[]): Promise<Verdict> {
  const written = parse(text);
  if (!written) return refuse('INVALID');
  const group: NewRow<'groups'> = { id, emoji: null, ...written, founder_id: store.userId };
  const verdict = checkCreateGroup(store, group);
  if (!verdict.allowed) return verdict;
  await insert(store, 'groups', group);
  // Written in this order, so that nobody is invited into a group that does not exist yet.
  for (const friendId of invited) {
    const answer = await inviteToGroup(store, id, friendId);
    // A friend invited by an earlier attempt is a success.
    if (!answer.allowed && answer.code !== 'ALREADY_INVITED_TO_GROUP') return answer;
  }
  return verdict;
}

/** Changes name and description, and the emoji if one is given. */
export async function editGroup(store: LocalStore, groupId: string, text: GroupText): Promise<Verdict> {
  const written = parse(text);
  if (!written) return refuse('INVALID');
  const verdict = checkEditGroup({ role: await readOwnRole(store, groupId) });
  if (verdict.allowed) await change(store, 'groups', groupId, written);
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

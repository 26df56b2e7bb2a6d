import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { group as groupEntity, groupMember } from '../../../schemas/groups/group.ts';
import { groupEmojiInput } from '../../../schemas/groups/group-emoji.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { lockMembers } from '../../sync/member-locks.ts';
import { createGroup } from './create-group.ts';
import { deleteGroup } from './delete-group.ts';
import { editGroup } from './edit-group.ts';
import { lockGroupExclusively, readMember } from './group-facts.ts';
import { leaveGroup } from './leave-group.ts';
import { removeMember } from './remove-member.ts';
import { setRole } from './set-role.ts';

const writtenGroupSchema = z.extend(groupEntity.creation, { emoji: groupEmojiInput });
const memberIdSchema = z.tuple([uuidSchema, uuidSchema]);

/** What a pushed group means: create, edit, delete. The invitations of a new group follow as documents of their own. */
export const pushGroup: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) {
    const id = uuidSchema.safeParse(change.document.id);
    return id.success ? deleteGroup(context, { id: id.data }) : refuse('INVALID');
  }
  const parsed = writtenGroupSchema.safeParse(change.document);
  if (!parsed.success) return refuse('INVALID');
  const written = parsed.data;
  const held = await lockGroupExclusively(context.tx, context.actor, written.id);
  // A group that the actor is not in is treated like a missing one: its id is taken, and the answer is that of a deleted group.
  if (held === null || held.role === null) return createGroup(context, { ...written, emoji: written.emoji ?? null });
  if (held.role === 'owner' && !change.assumed.includes(held.write_id)) return refuse('CONFLICT');
  return editGroup(context, written);
};

/** What a pushed member means: leave, remove, set a role. Only founding a group and accepting an invitation make a member. */
export const pushGroupMember: CollectionFeature['push'] = async (context, change) => {
  const { tx, actor } = context;
  const parts = memberIdSchema.safeParse(change.document.id.split('|'));
  if (!parts.success) return refuse('INVALID');
  const [group_id, user_id] = parts.data;
  if (change.document._deleted === true) {
    // Removed already, by another device or another member: the request is fulfilled.
    if (user_id === actor.userId) return allowIfMissing(await leaveGroup(context, { group_id }), 'GROUP_NOT_FOUND');
    return allowIfMissing(await removeMember(context, { group_id, user_id }), 'USER_NOT_FOUND');
  }
  const written = groupMember.text.safeParse(change.document);
  if (!written.success) return refuse('INVALID');
  // In the order of `setRole`: members before their group.
  if (written.data.role === 'owner') await lockMembers(tx, user_id);
  const group = await lockGroupExclusively(tx, actor, group_id);
  const held = group?.role ? await readMember(tx, group_id, user_id) : null;
  if (held === null) return refuse('UNKNOWN_WRITE');
  if (group?.role === 'owner' && held.role === written.data.role) return allow;
  if (group?.role === 'owner' && !change.assumed.includes(held.write_id)) return refuse('CONFLICT');
  return setRole(context, { group_id, user_id, role: written.data.role });
};

const allowIfMissing = (verdict: Verdict, gone: 'GROUP_NOT_FOUND' | 'USER_NOT_FOUND'): Verdict =>
  !verdict.allowed && verdict.code === gone ? allow : verdict;

import { allow } from '../../../schemas/base/refusal.ts';
import { checkRemoveMember } from '../../../schemas/groups/group-rules.ts';
import type { Command } from '../../sync/command.ts';
import { endMembership } from './end-membership.ts';
import { lockGroupExclusively, readMember } from './group-facts.ts';

export interface MemberRef {
  readonly group_id: string;
  readonly user_id: string;
}

/** Removes a member from a group. They may be invited again. */
export const removeMember: Command<MemberRef> = async (context, { group_id, user_id }) => {
  const group = await lockGroupExclusively(context.tx, context.actor, group_id);
  // Read even if there is no group: a faster answer would reveal that.
  const target = await readMember(context.tx, group_id, user_id);
  const verdict = checkRemoveMember({ role: group?.role ?? null, targetRole: target?.role ?? null });
  if (!verdict.allowed) return verdict;
  await endMembership(context, group_id, user_id);
  return allow;
};

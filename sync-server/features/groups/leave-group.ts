import { allow } from '../../../schemas/base/refusal.ts';
import { checkLeaveGroup } from '../../../schemas/groups/group-rules.ts';
import type { Command } from '../../sync/command.ts';
import { endMembership } from './end-membership.ts';
import { lockGroupExclusively } from './group-facts.ts';

/** Leaves a group. The owner must hand it over first. */
export const leaveGroup: Command<{ readonly group_id: string }> = async (context, { group_id }) => {
  const group = await lockGroupExclusively(context.tx, context.actor, group_id);
  const verdict = checkLeaveGroup({ role: group?.role ?? null });
  if (!verdict.allowed) return verdict;
  await endMembership(context, group_id, context.actor.userId);
  return allow;
};

import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';
import { type GroupCapability, type GroupRole, may } from './group-roles.ts';

/** What the actor is in a group; null where they are not in it, and where there is none: the two have one answer. */
export interface GroupFacts {
  readonly role: GroupRole | null;
}

/** GR1 a group is founded as oneself. */
export function checkCreateGroup(actor: Actor, group: { readonly founder_id: string }): Verdict {
  return group.founder_id === actor.userId ? allow : refuse('NOT_ONESELF');
}

/** GR2 who is not in a group is told nothing of it. GR3 what one may do there follows from one's role. */
export function checkInGroup({ role }: GroupFacts, capability: GroupCapability): Verdict {
  if (role === null) return refuse('GROUP_NOT_FOUND');
  return may(role, capability) ? allow : refuse('NOT_ALLOWED');
}

export const checkEditGroup = (facts: GroupFacts): Verdict => checkInGroup(facts, 'editGroup');
export const checkDeleteGroup = (facts: GroupFacts): Verdict => checkInGroup(facts, 'deleteGroup');

/** GR4 the owner hands the group over, or deletes it, before leaving. */
export function checkLeaveGroup({ role }: GroupFacts): Verdict {
  if (role === null) return refuse('GROUP_NOT_FOUND');
  return may(role, 'leave') ? allow : refuse('OWNER_CANNOT_LEAVE');
}

export interface MemberFacts extends GroupFacts {
  /** the role of the member that is meant; null where they are not in the group */
  readonly targetRole: GroupRole | null;
}

/** GR5 the owner removes members, and is not among those. */
export function checkRemoveMember(facts: MemberFacts): Verdict {
  const verdict = checkInGroup(facts, 'removeMember');
  if (!verdict.allowed) return verdict;
  if (facts.targetRole === null) return refuse('USER_NOT_FOUND');
  return may(facts.targetRole, 'leave') ? allow : refuse('OWNER_CANNOT_LEAVE');
}

/** GR6 the owner sets roles. GR7 nobody takes the owner's role away: it passes on when another is made owner. */
export function checkSetRole(facts: MemberFacts): Verdict {
  const verdict = checkInGroup(facts, 'setRole');
  if (!verdict.allowed) return verdict;
  if (facts.targetRole === null) return refuse('USER_NOT_FOUND');
  return facts.targetRole === 'owner' ? refuse('NOT_ALLOWED') : allow;
}

import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';
import { GROUPS_OWNED_MAX } from './group-limits.ts';
import { type GroupCapability, type GroupRole, may } from './group-roles.ts';

/** What the actor is in a group. `role` is null if they are not in it, and if there is no such group: both get the same answer. */
export interface GroupFacts {
  readonly role: GroupRole | null;
}

/** GR1 A member founds a group only as themselves. GR8 Nobody owns more than some groups. `owned` counts those of the actor. */
export function checkCreateGroup(actor: Actor, group: { readonly founder_id: string }, owned: number): Verdict {
  if (group.founder_id !== actor.userId) return refuse('NOT_ONESELF');
  return owned < GROUPS_OWNED_MAX ? allow : refuse('TOO_MANY_GROUPS');
}

/** GR2 A member outside a group learns nothing about it. GR3 The role decides what a member may do in a group. */
export function checkInGroup({ role }: GroupFacts, capability: GroupCapability): Verdict {
  if (role === null) return refuse('GROUP_NOT_FOUND');
  return may(role, capability) ? allow : refuse('NOT_ALLOWED');
}

export const checkEditGroup = (facts: GroupFacts): Verdict => checkInGroup(facts, 'editGroup');
export const checkDeleteGroup = (facts: GroupFacts): Verdict => checkInGroup(facts, 'deleteGroup');

/** GR4 The owner hands the group over before leaving, or deletes it. */
export function checkLeaveGroup({ role }: GroupFacts): Verdict {
  if (role === null) return refuse('GROUP_NOT_FOUND');
  return may(role, 'leave') ? allow : refuse('OWNER_CANNOT_LEAVE');
}

export interface MemberFacts extends GroupFacts {
  /** the role of the other member; null if they are not in the group */
  readonly targetRole: GroupRole | null;
}

/** GR5 The owner removes members, but never themselves. */
export function checkRemoveMember(facts: MemberFacts): Verdict {
  const verdict = checkInGroup(facts, 'removeMember');
  if (!verdict.allowed) return verdict;
  if (facts.targetRole === null) return refuse('USER_NOT_FOUND');
  return may(facts.targetRole, 'leave') ? allow : refuse('OWNER_CANNOT_LEAVE');
}

/**
 * GR6 The owner sets roles. GR7 Nobody takes the role from the owner: it passes on when the owner makes another member the owner. GR8
 * applies to that member. `targetWouldOwn` counts the groups of a member who is being made an owner, this one included.
 */
export function checkSetRole(facts: MemberFacts, targetWouldOwn = 0): Verdict {
  const verdict = checkInGroup(facts, 'setRole');
  if (!verdict.allowed) return verdict;
  if (facts.targetRole === null) return refuse('USER_NOT_FOUND');
  if (facts.targetRole === 'owner') return refuse('NOT_ALLOWED');
  return targetWouldOwn > GROUPS_OWNED_MAX ? refuse('THEY_OWN_TOO_MANY_GROUPS') : allow;
}

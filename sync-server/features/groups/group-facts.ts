import type { Actor } from '../../../schemas/base/refusal.ts';
import type { Group } from '../../../schemas/groups/group.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import type { Tx } from '../../db/pool/transaction.ts';

/**
 * What commands read of a group, under its lock.
 *
 * Locks are taken in one order everywhere: members (`lockMembers`), the group, its invitation or its message, what is between two members
 * (when either is notified of the other), notifications, the heads of the log. A command that writes below a group shares the group's lock.
 * A command that changes who is in it, or deletes it, locks it exclusively. So a member who was found in the group stays in it until
 * commit. Once a removal has committed, nothing by that member and nothing for them follows.
 */

export interface LockedGroup extends Group {
  readonly write_id: string;
  /** the actor's role; null if they are not in the group */
  readonly role: GroupRole | null;
}

/** Locks a group as it is while something is written below it. Any number of transactions may hold this lock at a time. */
export const lockGroupShared = (tx: Tx, actor: Actor, groupId: string): Promise<LockedGroup | null> => lockGroup(tx, actor, groupId, false);

/** Locks a group exclusively, to change it, its members, or what they may do there. */
export const lockGroupExclusively = (tx: Tx, actor: Actor, groupId: string): Promise<LockedGroup | null> =>
  lockGroup(tx, actor, groupId, true);

async function lockGroup(tx: Tx, actor: Actor, groupId: string, exclusive: boolean): Promise<LockedGroup | null> {
  const [group] = await tx<LockedGroup[]>`
    select (h.held).*, h.role from hold_group(${groupId}, ${actor.userId}, ${exclusive}) as h`;
  return group ?? null;
}

export interface LockedMember {
  readonly role: GroupRole;
  readonly write_id: string;
}

/** How many groups a member owns. Lock the member first: each of them is counted once only under that lock. */
export async function countOwned(tx: Tx, member: string): Promise<number> {
  const [row] = await tx<{ owned: number }[]>`
    select count(*)::int as owned from group_members where user_id = ${member} and role = 'owner'`;
  return row?.owned ?? 0;
}

/** A member of a group. Lock the group first to rely on it until commit. */
export async function readMember(tx: Tx, groupId: string, member: string): Promise<LockedMember | null> {
  const [row] = await tx<LockedMember[]>`
    select role, write_id from group_members where group_id = ${groupId} and user_id = ${member}`;
  return row ?? null;
}

import type { Actor } from '../../../schemas/base/refusal.ts';
import type { Group } from '../../../schemas/groups/group.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import type { Tx } from '../../db/transaction.ts';

/**
 * What commands ask of a group, under its lock.
 *
 * Locks are taken in one order everywhere: members (`takeMembers`), then the group, then its invitation or its message, then what is
 * between two members (when one is told of the other), then notifications, then the heads of the log. What is written below a group shares the group's lock; what changes who
 * is in it, or ends it, has it alone. So whoever is told to be in the group is in it until commit, and once a removal has
 * committed nothing of that member's, and nothing for them, comes after it.
 */

export interface HeldGroup extends Pick<Group, 'id' | 'name' | 'description' | 'emoji'> {
  readonly write_id: string;
  /** the actor's; null where they are not in the group */
  readonly role: GroupRole | null;
}

/** Holds a group as it is while something is written below it. Any number may hold it at a time. */
export const holdGroup = (tx: Tx, actor: Actor, groupId: string): Promise<HeldGroup | null> => lockGroup(tx, actor, groupId, false);

/** Takes a group alone, to change it, who is in it, or what they may do there. */
export const takeGroup = (tx: Tx, actor: Actor, groupId: string): Promise<HeldGroup | null> => lockGroup(tx, actor, groupId, true);

async function lockGroup(tx: Tx, actor: Actor, groupId: string, alone: boolean): Promise<HeldGroup | null> {
  const [group] = await tx<HeldGroup[]>`
    select id, name, description, emoji, write_id, role from hold_group(${groupId}, ${actor.userId}, ${alone})`;
  return group ?? null;
}

export interface HeldMember {
  readonly role: GroupRole;
  readonly write_id: string;
}

/** A member of a group that is held. */
export async function readMember(tx: Tx, groupId: string, member: string): Promise<HeldMember | null> {
  const [row] = await tx<HeldMember[]>`
    select role, write_id from group_members where group_id = ${groupId} and user_id = ${member}`;
  return row ?? null;
}

import type { Group } from '../../../schemas/groups/group.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import type { Actor } from '../../../schemas/protocol/refusal.ts';
import type { Tx } from '../../db/transaction.ts';

/**
 * What commands ask of a group, under its lock.
 *
 * Locks are taken in one order everywhere: members (`takeMembers`), then the group, then its invitation or its message, then what is
 * between two members (when one is told of the other), then notifications, then the heads of the log. What is written below a group shares the group's lock; what changes who
 * is in it, or ends it, has it alone. So whoever is told to be in the group is in it until commit, and once a removal has
 * committed nothing of that member's, and nothing for them, comes after it.
 */

export interface HeldGroup extends Pick<Group, 'id' | 'name' | 'description'> {
  readonly write_id: string;
  /** the actor's; null where they are not in the group */
  readonly role: GroupRole | null;
}

/** Holds a group as it is while something is written below it. Any number may hold it at a time. */
export const holdGroup = (tx: Tx, actor: Actor, groupId: string): Promise<HeldGroup | null> => lockGroup(tx, actor, groupId, false);

/** The same for several groups, each as it is to its actor, in the order in which they were asked for. */
export async function holdGroups(
  tx: Tx,
  asked: readonly { readonly actor: Actor; readonly groupId: string }[],
): Promise<(Pick<HeldGroup, 'role'> | null)[]> {
  const ids = asked.map(({ groupId }) => groupId);
  const [, rows] = await Promise.all([
    tx`select from groups where id = any(${[...new Set(ids)]}::uuid[]) order by id for key share`.then(() => undefined),
    tx<{ nth: number; role: GroupRole | null }[]>`
      select i.nth, m.role
      from unnest(${asked.map(({ actor }) => actor.userId)}::uuid[], ${ids}::uuid[]) with ordinality as i (actor, group_id, nth)
      join groups g on g.id = i.group_id
      left join group_members m on m.group_id = g.id and m.user_id = i.actor`,
  ]);
  const roles = new Map(rows.map(({ nth, role }) => [nth, { role }]));
  return asked.map((_, index) => roles.get(index + 1) ?? null);
}

/** Takes a group alone, to change it, who is in it, or what they may do there. */
export const takeGroup = (tx: Tx, actor: Actor, groupId: string): Promise<HeldGroup | null> => lockGroup(tx, actor, groupId, true);

async function lockGroup(tx: Tx, actor: Actor, groupId: string, alone: boolean): Promise<HeldGroup | null> {
  const [group] = await tx<HeldGroup[]>`
    select id, name, description, write_id, role from hold_group(${groupId}, ${actor.userId}, ${alone})`;
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

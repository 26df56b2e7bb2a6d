import { useMemo } from 'react';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useConnection } from '../../data/store/connection.ts';
import { useLiveDocument, useLiveQuery, useStore } from '../../data/store/local-store.tsx';
import { ownRole } from '../../data/store/own-role.ts';

export interface MemberGroup {
  readonly group: LocalRow<'groups'>;
  readonly role: GroupRole;
  readonly memberCount: number;
  /** when the signed-in member joined */
  readonly joinedAt: string;
}

/** The signed-in member's groups, in no order; undefined until the local store has answered. */
export function useGroups(): { readonly groups: readonly MemberGroup[] | undefined; readonly error: unknown } {
  const { userId } = useStore();
  const { rows: groups, error } = useLiveQuery((store) => store.collections.groups.find(), []);
  const { rows: members } = useLiveQuery((store) => store.collections.group_members.find(), []);
  return useMemo(() => {
    if (!groups || !members) return { groups: undefined, error };
    const byId = new Map(members.map((member) => [member.id, member]));
    const counts = new Map<string, number>();
    for (const member of members) counts.set(member.group_id, (counts.get(member.group_id) ?? 0) + 1);
    const held = groups.flatMap((group) => {
      const own = byId.get(groupMemberId(group.id, userId));
      const role = ownRole(group, own, userId);
      // A group that is not accepted yet has no member rows, but its founder counts.
      const memberCount = Math.max(1, counts.get(group.id) ?? 0);
      return role ? [{ group, role, memberCount, joinedAt: own?.joined_at ?? group.created_at }] : [];
    });
    return { groups: held, error };
  }, [groups, members, userId, error]);
}

export type GroupState =
  | ({ readonly phase: 'held'; readonly members: readonly LocalRow<'group_members'>[] } & MemberGroup)
  /** not here (yet): it counts as missing only once all rows were fetched */
  | { readonly phase: 'loading' | 'missing' | 'error' };

const noMembers: readonly LocalRow<'group_members'>[] = [];

/** One group with its members, earliest first, live. It leaves the phase `held` when the signed-in member is no longer in it. */
export function useGroup(groupId: string | undefined): GroupState {
  const { userId } = useStore();
  const { row: group, error } = useLiveDocument('groups', groupId);
  const { rows } = useLiveQuery(
    (store) => (groupId ? store.collections.group_members.find({ selector: { group_id: groupId } }) : null),
    [groupId],
  );
  const { kind, filled } = useConnection();
  const members = useMemo(() => (rows ? [...rows].sort((a, b) => a.joined_at.localeCompare(b.joined_at)) : noMembers), [rows]);
  const known = filled('groups') && filled('group_members') && (kind === 'live' || kind === 'offline');
  return useMemo(() => {
    if (error) return { phase: 'error' };
    if (group === undefined || rows === undefined) return { phase: 'loading' };
    const own = members.find((member) => member.user_id === userId);
    const role = group && ownRole(group, own, userId);
    if (group && role) {
      return {
        phase: 'held',
        group,
        role,
        members,
        memberCount: Math.max(1, members.length),
        joinedAt: own?.joined_at ?? group.created_at,
      };
    }
    if (known) return { phase: 'missing' };
    return { phase: kind === 'offline' ? 'error' : 'loading' };
  }, [group, rows, members, userId, error, known, kind]);
}

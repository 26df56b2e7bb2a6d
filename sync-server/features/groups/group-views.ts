import type { Invitation } from '../../../schemas/friends/invitation.ts';
import { type Group, type GroupMember, groupMemberId } from '../../../schemas/groups/group.ts';
import type { GroupRole } from '../../../schemas/groups/group-roles.ts';
import type { Tx } from '../../db/transaction.ts';
import type { FeatureDeps } from '../rest/feature-deps.ts';
import { visibleRows } from '../rest/visible-rows.ts';

/** A group as REST shows it to one of its members. */
export interface GroupView extends Group {
  readonly member_count: number;
  readonly currentUserRole: GroupRole;
  readonly status: 'active';
}

/** Those of these groups that the viewer is in now, in the order of the ids. */
export async function groupViews({ engine }: FeatureDeps, tx: Tx, viewer: string, ids: readonly string[]): Promise<GroupView[]> {
  const groups = await visibleRows(engine, tx, viewer, 'groups', ids);
  const rows = await tx<{ group_id: string; members: number; role: GroupRole | null }[]>`
    select group_id, count(*)::int as members, max(role) filter (where user_id = ${viewer}) as role from group_members
    where group_id = any (${groups.map((group) => group.id)}::uuid[]) group by group_id`;
  const factsOf = new Map(rows.map((row) => [row.group_id, row]));
  return groups.flatMap((group) => {
    const facts = factsOf.get(group.id);
    if (!facts?.role) return [];
    return [{ ...group, member_count: facts.members, currentUserRole: facts.role, status: 'active' }];
  });
}

/** The viewer's groups, the one joined last first. */
export async function groupsOf(deps: FeatureDeps, tx: Tx, viewer: string): Promise<GroupView[]> {
  const rows = await tx<{ group_id: string }[]>`
    select group_id from group_members where user_id = ${viewer} order by joined_at desc, group_id`;
  return groupViews(
    deps,
    tx,
    viewer,
    rows.map((row) => row.group_id),
  );
}

/** A member as REST shows them: with an address only where the viewer may read that. */
export interface MemberView extends GroupMember {
  readonly name: string;
  readonly status: 'active';
  readonly email: string | null;
  readonly user_email: string | null;
}

/** The members of a group, in the order in which they joined; null where the viewer is not among them. */
export async function membersOf({ engine }: FeatureDeps, tx: Tx, viewer: string, groupId: string): Promise<MemberView[] | null> {
  const rows = await tx<{ user_id: string }[]>`
    select user_id from group_members where group_id = ${groupId} order by joined_at, user_id`;
  const ids = rows.map((row) => row.user_id);
  const members = await visibleRows(
    engine,
    tx,
    viewer,
    'group_members',
    ids.map((id) => groupMemberId(groupId, id)),
  );
  if (members.length === 0) return null;
  const emails = new Map((await visibleRows(engine, tx, viewer, 'contacts', ids)).map((contact) => [contact.id, contact.email]));
  return members.map((member) => {
    const email = emails.get(member.user_id) ?? null;
    return { ...member, name: member.user_name, status: 'active', email, user_email: email };
  });
}

/** An invitation into a group as REST shows it, to who was invited and to those who may invite. */
export interface GroupInvitationView extends Pick<Invitation, 'id' | 'inviter_id' | 'inviter_name' | 'status' | 'created_at'> {
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly invitee_id: string | null;
  readonly invitee_name: string | null;
  readonly invitee_email: string | null;
}

/** Those of these invitations that the viewer may read now, in the order of the ids. */
export async function groupInvitationViews(
  { engine }: FeatureDeps,
  tx: Tx,
  viewer: string,
  ids: readonly string[],
): Promise<GroupInvitationView[]> {
  const rows = (await visibleRows(engine, tx, viewer, 'invitations', ids)).filter((row) => row.kind === 'group');
  const contacts = await visibleRows(
    engine,
    tx,
    viewer,
    'contacts',
    rows.flatMap((row) => row.receiver_user_id ?? []),
  );
  const emails = new Map(contacts.map((contact) => [contact.id, contact.email]));
  return rows.map(({ id, inviter_id, inviter_name, group_id, group_name, receiver_user_id, receiver_name, status, created_at }) => ({
    id,
    group_id,
    group_name,
    inviter_id,
    inviter_name,
    invitee_id: receiver_user_id,
    invitee_name: receiver_name,
    invitee_email: emails.get(receiver_user_id ?? '') ?? null,
    status,
    created_at,
  }));
}

/** Open and declined invitations of a group, oldest first; none to who may not read them. */
export async function invitationsOf(deps: FeatureDeps, tx: Tx, viewer: string, groupId: string): Promise<GroupInvitationView[]> {
  const rows = await tx<{ id: string }[]>`
    select id from group_invitations where group_id = ${groupId} and status <> 'accepted' order by created_at, id`;
  return groupInvitationViews(
    deps,
    tx,
    viewer,
    rows.map((row) => row.id),
  );
}

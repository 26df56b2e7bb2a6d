import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { invitationSchema } from '../../../schemas/friends/invitation.ts';
import type { InvitationStatus } from '../../../schemas/friends/invitation-status.ts';
import { group as groupEntity, groupMember, groupRoleSchema, invitedRoleSchema } from '../../../schemas/groups/group.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { GroupRole, InvitedRole } from '../../../schemas/groups/group-roles.ts';
import type { PageAfter, PageBefore } from '../../http/pages.ts';
import type { Reading } from '../../rest/reading.ts';
import { visibleRows } from '../../rest/visible-rows.ts';

/** A group as REST shows it to one of its members. */
export const groupViewSchema = z.extend(groupEntity.row, {
  member_count: z.number().check(z.int(), z.positive()),
  currentUserRole: groupRoleSchema,
  status: z.literal('active'),
});
export type GroupView = z.infer<typeof groupViewSchema>;

/** The given groups that the viewer is in now, in the order of the ids. */
export async function groupViews(reading: Reading, ids: readonly string[]): Promise<GroupView[]> {
  const { tx, viewer } = reading;
  const groups = await visibleRows(reading, 'groups', ids);
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

/**
 * The viewer's groups, last joined first. Returns the groups, whether there are more, and by the id of a group when the viewer joined it.
 */
export async function groupsOf(reading: Reading, { limit, before }: PageBefore) {
  const { tx, viewer } = reading;
  const rows = await tx<{ id: string; joined_at: string }[]>`
    select group_id as id, iso_time(joined_at) as joined_at from group_members
    where user_id = ${viewer}
      ${before ? tx`and (joined_at, group_id) < (${before.created_at}::timestamptz, ${before.id}::uuid)` : tx``}
    order by group_members.joined_at desc, group_id desc
    limit ${limit + 1}`;
  const ids = rows.slice(0, limit).map((row) => row.id);
  const groups = await groupViews(reading, ids);
  return { groups, hasMore: rows.length > limit, joinedAt: new Map(rows.map((row) => [row.id, row.joined_at])) };
}

/** A member as REST shows them: with an address only if the viewer may read it. */
export const memberViewSchema = z.extend(groupMember.row, {
  name: z.string(),
  status: z.literal('active'),
  email: z.nullable(z.string()),
  user_email: z.nullable(z.string()),
});
export type MemberView = z.infer<typeof memberViewSchema>;

/** Members of a group in the order in which they joined, and whether there are more; null if the viewer is not among them. */
export async function membersOf(
  reading: Reading,
  groupId: string,
  { limit, after }: PageAfter,
): Promise<{ readonly members: MemberView[]; readonly hasMore: boolean } | null> {
  const { tx, viewer } = reading;
  if ((await visibleRows(reading, 'group_members', [groupMemberId(groupId, viewer)])).length === 0) return null;
  const rows = await tx<{ user_id: string }[]>`
    select user_id from group_members
    where group_id = ${groupId}
      ${after ? tx`and (joined_at, user_id) > (${after.created_at}::timestamptz, ${after.id}::uuid)` : tx``}
    order by joined_at, user_id
    limit ${limit + 1}`;
  const ids = rows.slice(0, limit).map((row) => row.user_id);
  const rowIds = ids.map((id) => groupMemberId(groupId, id));
  const members = await visibleRows(reading, 'group_members', rowIds);
  const emails = new Map((await visibleRows(reading, 'contacts', ids)).map((contact) => [contact.id, contact.email]));
  const views = members.map((member) => {
    const email = emails.get(member.user_id) ?? null;
    return { ...member, name: member.user_name, status: 'active' as const, email, user_email: email };
  });
  return { members: views, hasMore: rows.length > limit };
}

/** An invitation into a group as REST shows it, to the invited member and to those who may invite. */
export const groupInvitationViewSchema = z.extend(
  z.pick(invitationSchema, {
    id: true,
    inviter_id: true,
    inviter_name: true,
    status: true,
    created_at: true,
    group_id: true,
    group_name: true,
  }),
  {
    invitee_id: z.nullable(uuidSchema),
    invitee_name: z.nullable(z.string()),
    invitee_email: z.nullable(z.string()),
    /** what who accepts becomes */
    role: invitedRoleSchema,
  },
);
export type GroupInvitationView = z.infer<typeof groupInvitationViewSchema>;

/** The given invitations that the viewer may read now, in the order of the ids. */
export async function groupInvitationViews(reading: Reading, ids: readonly string[]): Promise<GroupInvitationView[]> {
  const rows = (await visibleRows(reading, 'invitations', ids)).filter((row) => row.kind === 'group');
  const invited = rows.flatMap((row) => row.receiver_user_id ?? []);
  const contacts = await visibleRows(reading, 'contacts', invited);
  const emails = new Map(contacts.map((contact) => [contact.id, contact.email]));
  const invitedAs = await reading.tx<{ id: string; role: InvitedRole }[]>`
    select id, role from group_invitations where id = any (${rows.map((row) => row.id)}::uuid[])`;
  const roles = new Map(invitedAs.map((invitation) => [invitation.id, invitation.role]));
  return rows.map(({ id, inviter_id, inviter_name, group_id, group_name, receiver_user_id, receiver_name, status, created_at }) => ({
    id,
    group_id,
    group_name,
    inviter_id,
    inviter_name,
    invitee_id: receiver_user_id,
    invitee_name: receiver_name,
    invitee_email: emails.get(receiver_user_id ?? '') ?? null,
    role: roles.get(id) ?? 'member',
    status,
    created_at,
  }));
}

/**
 * Pending and declined invitations of a group, or one of the two, oldest first, and whether there are more. Empty for a viewer who may not
 * read them.
 */
export async function invitationsOf(
  reading: Reading,
  groupId: string,
  { limit, after, statuses = ['pending', 'declined'] }: PageAfter & { readonly statuses?: readonly InvitationStatus[] },
): Promise<{ readonly invitations: GroupInvitationView[]; readonly hasMore: boolean }> {
  const { tx } = reading;
  const rows = await tx<{ id: string }[]>`
    select id from group_invitations
    where group_id = ${groupId} and status = any(${[...statuses]})
      ${after ? tx`and (created_at, id) > (${after.created_at}::timestamptz, ${after.id}::uuid)` : tx``}
    order by created_at, id
    limit ${limit + 1}`;
  const ids = rows.slice(0, limit).map((row) => row.id);
  return { invitations: await groupInvitationViews(reading, ids), hasMore: rows.length > limit };
}

import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { checkInviteToGroup } from '../../../schemas/groups/group-invitation-rules.ts';
import type { InvitedRole } from '../../../schemas/groups/group-roles.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { Command } from '../../sync/command.ts';
import { lockMembers } from '../../sync/member-locks.ts';
import { takeId } from '../../sync/push/used-ids.ts';
import { notify } from '../notifications/notify.ts';
import { lockGroupShared } from './group-facts.ts';
import { scopesOfInvitation } from './record-invitations.ts';

export interface NewGroupInvitation {
  readonly id: string;
  readonly group_id: string;
  readonly inviter_id: string;
  /** a direct friend of the inviter, by the address that they know or by id; nobody else is found */
  readonly to: { readonly email: string } | { readonly member: string };
  readonly role: InvitedRole;
}

/** Invites a direct friend into a group and notifies them. */
export const inviteToGroup: Command<NewGroupInvitation> = async (context, invitation) => {
  const { tx, actor } = context;
  const { id, group_id, to, role } = invitation;
  const invitee = 'member' in to ? to.member : await friendByAddress(tx, actor.userId, to.email);
  await lockMembers(tx, actor.userId, ...(invitee === null ? [] : [invitee]));
  const group = await lockGroupShared(tx, actor, group_id);
  const [facts] = await tx<{ member: boolean; invited: boolean; friend: boolean; open: number }[]>`
    select
      exists (select from group_members where group_id = ${group_id} and user_id = ${invitee}::uuid) as member,
      exists (
        select from group_invitations where group_id = ${group_id} and invitee_id = ${invitee}::uuid and status <> 'accepted'
      ) as invited,
      exists (select from friends where user_id = ${actor.userId} and friend_id = ${invitee}::uuid)
        and not blocked_between(${actor.userId}, ${invitee}::uuid) as friend,
      (
        select count(*)::int from group_invitations
        where inviter_id = ${actor.userId} and invitee_id = ${invitee}::uuid and status = 'pending'
      ) as open`;
  const verdict = checkInviteToGroup(actor, {
    role: group?.role ?? null,
    inviterId: invitation.inviter_id,
    invitedAs: role,
    alreadyMember: facts?.member === true,
    alreadyInvited: facts?.invited === true,
    isFriend: facts?.friend === true,
    openToThem: facts?.open ?? 0,
  });
  if (!verdict.allowed) return verdict;
  if (invitee === null) return refuse('USER_NOT_FOUND');
  if (!(await takeId(context, id))) return refuse('INVITATION_NOT_FOUND');

  context.stores();
  await tx`
    insert into group_invitations (id, group_id, inviter_id, invitee_id, role, created_at, write_id)
    values (${id}, ${group_id}, ${actor.userId}, ${invitee}, ${role}, accepted_at(), ${context.writeId})`;
  context.record({ scopes: scopesOfInvitation({ group_id, invitee_id: invitee, status: 'pending' }), collection: 'invitations', id });
  await notify(context, { type: 'group_invitation', recipients: [invitee], by: actor.userId, group_id, invitation_id: id });
  return allow;
};

async function friendByAddress(tx: Tx, inviter: string, email: string): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select u.id from users u join friends f on f.friend_id = u.id where f.user_id = ${inviter} and u.email = ${email}`;
  return row?.id ?? null;
}

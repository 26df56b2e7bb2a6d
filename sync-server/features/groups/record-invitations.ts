import type { InvitationStatus } from '../../../schemas/friends/invitation-status.ts';
import type { CommandContext } from '../../sync/command.ts';
import { type ScopeName, scope } from '../../sync/scope-name.ts';

export interface InvitationState {
  readonly group_id: string;
  readonly invitee_id: string;
  readonly status: InvitationStatus;
}

/**
 * The scopes of a group invitation. A pending one is in those of the invited member and of the members who may invite. A declined one is
 * only in the latter, because the invited member receives nothing more about the group. An accepted one is in none: the membership takes
 * its place.
 */
export function scopesOfInvitation({ group_id, invitee_id, status }: InvitationState): ScopeName[] {
  if (status === 'accepted') return [];
  return [scope.groupAdmins(group_id), ...(status === 'pending' ? [scope.self(invitee_id)] : [])];
}

/**
 * Records that the invitations of a group, or those that name a member, read differently now. They are locked: an invitation that
 * is being answered is waited for. Otherwise the log would bring it back.
 */
export async function recordUnacceptedInvitations(
  context: CommandContext,
  filter: { readonly group: string } | { readonly member: string },
): Promise<void> {
  const { tx } = context;
  const rows = await tx<(InvitationState & { id: string })[]>`
    select id, group_id, invitee_id, status from group_invitations
    where status <> 'accepted' and ${
      'group' in filter ? tx`group_id = ${filter.group}` : tx`(inviter_id = ${filter.member} or invitee_id = ${filter.member})`
    }
    order by id for share`;
  for (const row of rows) context.record({ scopes: scopesOfInvitation(row), collection: 'invitations', id: row.id });
}

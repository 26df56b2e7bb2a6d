import type { InvitationStatus } from '../../../schemas/friends/invitation.ts';
import type { CommandContext } from '../../sync/command.ts';
import { type ScopeName, scope } from '../../sync/scope-name.ts';

export interface InvitationPlace {
  readonly group_id: string;
  readonly invitee_id: string;
  readonly status: InvitationStatus;
}

/**
 * Where a group invitation lies: open, with the invited member and with those who may invite; declined, with the latter alone,
 * since who declined is told nothing more of the group. An accepted one lies nowhere: the membership takes its place.
 */
export function scopesOfInvitation({ group_id, invitee_id, status }: InvitationPlace): ScopeName[] {
  if (status === 'accepted') return [];
  return [scope.groupAdmins(group_id), ...(status === 'pending' ? [scope.self(invitee_id)] : [])];
}

/**
 * Says of the invitations of a group, or of those that name a member, that they read differently now. They are held meanwhile: one that
 * is being answered is waited for, or the log would bring it back.
 */
export async function recordOpenInvitations(
  context: CommandContext,
  which: { readonly group: string } | { readonly member: string },
): Promise<void> {
  const { tx } = context;
  const rows = await tx<(InvitationPlace & { id: string })[]>`
    select id, group_id, invitee_id, status from group_invitations
    where status <> 'accepted' and ${
      'group' in which ? tx`group_id = ${which.group}` : tx`(inviter_id = ${which.member} or invitee_id = ${which.member})`
    }
    order by id for share`;
  for (const row of rows) context.record({ scopes: scopesOfInvitation(row), collection: 'invitations', id: row.id });
}

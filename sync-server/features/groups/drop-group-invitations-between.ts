import type { CommandContext } from '../../sync/command.ts';
import { withdrawForInvitation } from '../notifications/withdraw-notifications.ts';
import { type InvitationState, scopesOfInvitation } from './record-invitations.ts';

/**
 * Deletes the open group invitations between two members whose rows are locked, with the notifications about them. Memberships stay, and so
 * do invitations that were declined. An answer that is on its way finds no invitation.
 */
export async function dropGroupInvitationsBetween(context: CommandContext, one: string, other: string): Promise<void> {
  const rows = await context.tx<(InvitationState & { id: string })[]>`
    delete from group_invitations
    where status = 'pending'
      and ((inviter_id = ${one} and invitee_id = ${other}) or (inviter_id = ${other} and invitee_id = ${one}))
    returning id, group_id, invitee_id, status`;
  for (const row of rows) {
    context.record({ scopes: scopesOfInvitation(row), collection: 'invitations', id: row.id, removed: true });
    await withdrawForInvitation(context, row.id);
  }
}

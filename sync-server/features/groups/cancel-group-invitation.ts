import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { checkCancelGroupInvitation } from '../../../schemas/groups/group-invitation-rules.ts';
import { NO_ROW_ID } from '../../rest/no-row-id.ts';
import type { Command } from '../../sync/command.ts';
import { withdrawForInvitation } from '../notifications/withdraw-notifications.ts';
import { lockGroupShared } from './group-facts.ts';
import { type InvitationState, scopesOfInvitation } from './record-invitations.ts';

/** Cancels an invitation into a group. The invited member loses it, with the notification about it. */
export const cancelGroupInvitation: Command<{ readonly id: string }> = async (context, { id }) => {
  const { tx, actor } = context;
  const [place] = await tx<{ group_id: string }[]>`select group_id from group_invitations where id = ${id}`;
  const group = await lockGroupShared(tx, actor, place?.group_id ?? NO_ROW_ID);
  const [invitation] = await tx<(InvitationState & { inviter_id: string })[]>`
    select group_id, inviter_id, invitee_id, status from group_invitations where id = ${id} for update`;
  if (!invitation) return refuse('INVITATION_NOT_FOUND');
  const verdict = checkCancelGroupInvitation({
    role: group?.role ?? null,
    sent: invitation.inviter_id === actor.userId,
    status: invitation.status,
  });
  if (!verdict.allowed) return verdict;

  await tx`delete from group_invitations where id = ${id}`;
  context.record({ scopes: scopesOfInvitation(invitation), collection: 'invitations', id, removed: true });
  await withdrawForInvitation(context, id);
  return allow;
};

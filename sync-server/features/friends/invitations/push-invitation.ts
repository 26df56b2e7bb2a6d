import * as z from 'zod/mini';
import { uuidSchema } from '../../../../schemas/base/ids.ts';
import { refuse } from '../../../../schemas/base/refusal.ts';
import { invitationSchema } from '../../../../schemas/friends/invitation.ts';
import type { CollectionFeature } from '../../../sync/feature.ts';
import { cancelGroupInvitation } from '../../groups/cancel-group-invitation.ts';
import { inviteToGroup } from '../../groups/invite-to-group.ts';
import { respondToGroup } from '../../groups/respond-to-group.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { invite } from './invite.ts';
import { respond } from './respond.ts';
import { waitForSeat } from './wait-for-seat.ts';

const markedInvitationSchema = z.extend(z.pick(invitationSchema, { id: true, kind: true, status: true }), {
  waits_for_seat: z.optional(z.boolean()),
});
const writtenInvitationSchema = z.pick(invitationSchema, {
  id: true,
  inviter_id: true,
  invited_email: true,
  receiver_user_id: true,
  group_id: true,
});

/** What a pushed invitation means, to be friends or into a group: invite, respond, wait for a seat, cancel. */
export const pushInvitation: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) {
    const id = uuidSchema.safeParse(change.document.id);
    if (!id.success) return refuse('INVALID');
    // A deleted document has only its id. The actor's own invitation to a friend takes one path. Everything else, hidden or missing, takes
    // the other.
    const toFriend = await context.tx`select from friend_invitations where id = ${id.data} and inviter_id = ${context.actor.userId}`;
    return toFriend.count > 0 ? cancelInvitation(context, { id: id.data }) : cancelGroupInvitation(context, { id: id.data });
  }
  const marked = markedInvitationSchema.safeParse(change.document);
  if (!marked.success) return refuse('INVALID');
  const { id, kind, status, waits_for_seat } = marked.data;
  if (status !== 'pending') return kind === 'group' ? respondToGroup(context, { id, status }) : respond(context, { id, status });
  if (kind === 'friend' && waits_for_seat) return waitForSeat(context, { id });

  const written = writtenInvitationSchema.safeParse(change.document);
  if (!written.success) return refuse('INVALID');
  const { inviter_id, invited_email, receiver_user_id, group_id } = written.data;
  const to = invited_email !== null ? { email: invited_email } : receiver_user_id !== null ? { member: receiver_user_id } : null;
  if (to === null || (kind === 'group') !== (group_id !== null)) return refuse('INVALID');
  if (group_id === null) return invite(context, { id, inviter_id, to });
  // The row on devices has no role: only a request to the API names one.
  return inviteToGroup(context, { id, inviter_id, group_id, to, role: 'member' });
};

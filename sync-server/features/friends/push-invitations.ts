import * as z from 'zod/mini';
import { invitationSchema } from '../../../schemas/friends/invitation.ts';
import { uuidSchema } from '../../../schemas/protocol/ids.ts';
import { refuse } from '../../../schemas/protocol/refusal.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { invite } from './invite.ts';
import { respond } from './respond.ts';

const markedInvitationSchema = z.pick(invitationSchema, { id: true, kind: true, status: true });
const writtenInvitationSchema = z.pick(invitationSchema, { id: true, inviter_id: true, invited_email: true, receiver_user_id: true });

/** What a pushed friend invitation means: invite, respond, cancel. */
export const pushInvitation: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) {
    const id = uuidSchema.safeParse(change.document.id);
    return id.success ? cancelInvitation(context, { id: id.data }) : refuse('INVALID');
  }
  const marked = markedInvitationSchema.safeParse(change.document);
  if (!marked.success) return refuse('INVALID');
  const { id, kind, status } = marked.data;
  if (kind === 'group') return refuse('UNKNOWN_WRITE');
  if (status !== 'pending') return respond(context, { id, status });

  const written = writtenInvitationSchema.safeParse(change.document);
  if (!written.success) return refuse('INVALID');
  const { inviter_id, invited_email, receiver_user_id } = written.data;
  if (invited_email !== null) return invite(context, { id, inviter_id, to: { email: invited_email } });
  if (receiver_user_id !== null) return invite(context, { id, inviter_id, to: { member: receiver_user_id } });
  return refuse('INVALID');
};

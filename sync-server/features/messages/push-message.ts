import * as z from 'zod/mini';
import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { groupMessage } from '../../../schemas/messages/group-message.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { deleteMessage } from './delete-message.ts';
import { editMessage } from './edit-message.ts';
import { lockMessage } from './message-facts.ts';

const markedMessageSchema = z.pick(groupMessage.row, { id: true, is_deleted: true });
/**
 * What a pushed message means: send, edit or, if it is marked as deleted, delete. The row of a message is never removed, nor moved to
 * another group.
 */
export const pushMessage: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) return refuse('UNKNOWN_WRITE');
  const marked = markedMessageSchema.safeParse(change.document);
  if (!marked.success) return refuse('INVALID');
  if (marked.data.is_deleted) return deleteMessage(context, marked.data);

  const parsed = groupMessage.change.safeParse(change.document);
  if (!parsed.success) return refuse('INVALID');
  const written = parsed.data;
  const held = await lockMessage(context.tx, context.actor, written.id, 'update');
  if (held?.visible && held.sender_id === context.actor.userId && !held.is_deleted) {
    if (!change.assumed.includes(held.write_id)) return refuse('CONFLICT');
    if (held.group_id !== written.group_id || held.reply_to_id !== written.reply_to_id) return refuse('UNKNOWN_WRITE');
    if (groupMessage.sameText(held, groupMessage.textAfter(held, written))) return allow;
  }
  return editMessage(context, written);
};

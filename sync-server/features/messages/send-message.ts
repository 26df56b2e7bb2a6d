import * as z from 'zod/mini';
import { refuse } from '../../../schemas/base/refusal.ts';
import { groupRoles } from '../../../schemas/groups/group-roles.ts';
import { type GroupMessage, groupMessageSchema, messageContentSchema } from '../../../schemas/messages/group-message.ts';
import { checkSendMessage } from '../../../schemas/messages/message-rules.ts';
import type { Tx } from '../../db/transaction.ts';
import type { CreationFeature } from '../../sync/feature.ts';
import { isUsed } from '../../sync/used-ids.ts';
import { lockGroupShared } from '../groups/group-facts.ts';

export type NewMessage = Pick<GroupMessage, 'id' | 'group_id' | 'sender_id' | 'content' | 'reply_to_id'>;

declare module '../../sync/feature.ts' {
  interface NewRows {
    group_messages: NewMessage;
  }
}

/** A pushed message with its text, new or changed. */
export const writtenMessageSchema = z.extend(z.pick(groupMessageSchema, { id: true, group_id: true, sender_id: true, reply_to_id: true }), {
  content: messageContentSchema,
});

/** Whether the message that is replied to is in the same group. True for a message that is no reply. */
async function findReply(tx: Tx, { group_id, reply_to_id }: NewMessage): Promise<boolean> {
  if (reply_to_id === null) return true;
  return (await tx`select from group_messages where id = ${reply_to_id} and group_id = ${group_id}`).length > 0;
}

/** Writes a message, to be announced by `notify_of_messages`. */
export const sendMessage: CreationFeature<NewMessage> = {
  statement: 'create_messages',
  read: (document) => (document.is_deleted === false ? (writtenMessageSchema.safeParse(document).data ?? null) : null),
  judge(actor, message) {
    const roles = groupRoles.filter((role) => checkSendMessage(actor, message, { role, replyFound: true }).allowed);
    if (roles.length === 0) return null;
    return { group_id: message.group_id, content: message.content, reply_to_id: message.reply_to_id, roles };
  },
  async explainRefusal(context, message) {
    const { tx, actor } = context;
    const group = await lockGroupShared(tx, actor, message.group_id);
    const verdict = checkSendMessage(actor, message, { role: group?.role ?? null, replyFound: await findReply(tx, message) });
    if (!verdict.allowed) return verdict;
    return (await isUsed(context, message.id)) ? refuse('MESSAGE_NOT_FOUND') : 'create';
  },
};

import { type GroupRole, groupRoles } from '../../../schemas/groups/group-roles.ts';
import type { GroupMessage } from '../../../schemas/messages/group-message.ts';
import { checkSendMessage } from '../../../schemas/messages/message-rules.ts';
import { type Actor, allow, refuse } from '../../../schemas/protocol/refusal.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Command, scope } from '../../sync/feature.ts';
import { takeId } from '../../sync/used-ids.ts';
import { holdGroup } from '../groups/group-facts.ts';

export type NewMessage = Pick<GroupMessage, 'id' | 'group_id' | 'sender_id' | 'content' | 'reply_to_id'>;

/** Whether what a message answers stands in its group. */
async function findReply(tx: Tx, { group_id, reply_to_id }: NewMessage): Promise<boolean> {
  if (reply_to_id === null) return true;
  return (await tx`select from group_messages where id = ${reply_to_id} and group_id = ${group_id}`).length > 0;
}

/** Writes a message, to be told of (`announceMessages`). */
export const sendMessage: Command<NewMessage> = async (context, message) => {
  const { tx, actor } = context;
  const { id, group_id, content, reply_to_id } = message;
  const group = await holdGroup(tx, actor, group_id);
  const verdict = checkSendMessage(actor, message, { role: group?.role ?? null, replyFound: await findReply(tx, message) });
  if (!verdict.allowed) return verdict;
  if (!(await takeId(context, id))) return refuse('MESSAGE_NOT_FOUND');

  context.stores();
  await tx`
    insert into group_messages (id, group_id, sender_id, content, reply_to_id, created_at, write_id)
    values (${id}, ${group_id}, ${actor.userId}, ${content}, ${reply_to_id}, accepted_at(), ${context.writeId})`;
  context.record({ scopes: [scope.group(group_id)], collection: 'group_messages', id });
  context.announce('group_messages', id);
  return allow;
};

export interface MessageToCreate extends NewMessage {
  readonly roles: readonly GroupRole[];
}

/**
 * A message that the statement for many (`create_messages`) may write, as it is allowed to these roles of the group where what it
 * answers stands there.
 */
export function messageToCreate(actor: Actor, message: NewMessage): MessageToCreate | null {
  const roles = groupRoles.filter((role) => checkSendMessage(actor, message, { role, replyFound: true }).allowed);
  return roles.length === 0 ? null : { ...message, roles };
}

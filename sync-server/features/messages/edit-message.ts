import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { groupMessage, type MessageChange } from '../../../schemas/messages/group-message.ts';
import { checkEditMessage } from '../../../schemas/messages/message-rules.ts';
import type { Command } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { factsOf, lockMessage } from './message-facts.ts';

/** Changes the text of a message. */
export const editMessage: Command<MessageChange & { readonly id: string }> = async (context, edit) => {
  const { tx, actor } = context;
  const message = await lockMessage(tx, actor, edit.id, 'update');
  const verdict = checkEditMessage(actor, factsOf(message));
  if (!verdict.allowed) return verdict;
  if (message === null) return refuse('MESSAGE_NOT_FOUND');
  context.stores();
  const text = groupMessage.textAfter(message, edit);
  await tx`update group_messages set ${tx(text)}, edited_at = accepted_at(), write_id = ${context.writeId} where id = ${edit.id}`;
  context.record({ scopes: [scope.group(message.group_id)], collection: 'group_messages', id: edit.id });
  return allow;
};

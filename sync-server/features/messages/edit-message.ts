import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { checkEditMessage } from '../../../schemas/messages/message-rules.ts';
import type { Command } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { factsOf, lockMessage } from './message-facts.ts';

export interface MessageEdit {
  readonly id: string;
  readonly content: string;
}

/** Changes the text of a message. */
export const editMessage: Command<MessageEdit> = async (context, { id, content }) => {
  const { tx, actor } = context;
  const message = await lockMessage(tx, actor, id, 'update');
  const verdict = checkEditMessage(actor, factsOf(message));
  if (!verdict.allowed) return verdict;
  if (message === null) return refuse('MESSAGE_NOT_FOUND');
  context.stores();
  await tx`update group_messages set content = ${content}, edited_at = accepted_at(), write_id = ${context.writeId} where id = ${id}`;
  context.record({ scopes: [scope.group(message.group_id)], collection: 'group_messages', id });
  return allow;
};

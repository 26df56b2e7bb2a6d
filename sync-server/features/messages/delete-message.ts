import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { checkDeleteMessage } from '../../../schemas/messages/message-rules.ts';
import type { Command } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { factsOf, lockMessage } from './message-facts.ts';

/** Deletes a message: its row stays without text, its photos and its reactions are deleted. Deleting it again changes nothing. */
export const deleteMessage: Command<{ readonly id: string }> = async (context, { id }) => {
  const { tx, actor } = context;
  const message = await lockMessage(tx, actor, id, 'update');
  const verdict = checkDeleteMessage(actor, factsOf(message));
  if (!verdict.allowed) return verdict;
  if (message === null) return refuse('MESSAGE_NOT_FOUND');
  if (message.is_deleted) return allow;

  const scopes = [scope.group(message.group_id)];
  await tx`
    update group_messages set content = '', photos = '[]', is_deleted = true, write_id = ${context.writeId} where id = ${id}`;
  await tx`delete from images where message_id = ${id}`;
  const reactions = await tx<{ id: string }[]>`
    delete from group_message_reactions where message_id = ${id} returning concat_ws('|', message_id, user_id, emoji) as id`;
  for (const reaction of reactions) context.record({ scopes, collection: 'reactions', id: reaction.id, removed: true });
  context.record({ scopes, collection: 'group_messages', id });
  return allow;
};

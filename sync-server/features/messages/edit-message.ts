import type { SomeOf } from '../../../schemas/base/entity.ts';
import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { checkSaysSomething } from '../../../schemas/images/image-rules.ts';
import { groupMessage, type MessageText } from '../../../schemas/messages/group-message.ts';
import { checkEditMessage } from '../../../schemas/messages/message-rules.ts';
import type { Command } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { changePhotos } from '../images/change-photos.ts';
import { factsOf, lockMessage } from './message-facts.ts';

/** Changes the text of a message, and its photos. Fields that are left out stay. */
export const editMessage: Command<SomeOf<MessageText> & { readonly id: string }> = async (context, edit) => {
  const { tx, actor } = context;
  const message = await lockMessage(tx, actor, edit.id, 'update');
  const verdict = checkEditMessage(actor, factsOf(message));
  if (!verdict.allowed) return verdict;
  if (message === null) return refuse('MESSAGE_NOT_FOUND');
  const text = groupMessage.textAfter(message, edit);
  const says = checkSaysSomething(text);
  if (!says.allowed) return says;
  context.stores();
  const photos = await changePhotos(context, { message_id: edit.id }, message.photos, text.photos);
  if (!photos.allowed) return photos;
  await tx`
    update group_messages set content = ${text.content}, photos = ${tx.json(text.photos)}, edited_at = accepted_at(), write_id = ${context.writeId}
    where id = ${edit.id}`;
  context.record({ scopes: [scope.group(message.group_id)], collection: 'group_messages', id: edit.id });
  return allow;
};

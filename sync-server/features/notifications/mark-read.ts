import { allow, refuse } from '../../../schemas/base/refusal.ts';
import type { Command } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';

/** Marks one of the actor's own notifications as read. Another member's is treated like a missing one. */
export const markRead: Command<{ readonly id: string }> = async (context, { id }) => {
  const { tx, actor, writeId } = context;
  const held = await tx<{ is_read: boolean }[]>`
    select is_read from notifications where id = ${id} and user_id = ${actor.userId} for update`;
  const [notification] = held;
  if (!notification) return refuse('NOT_FOUND');
  if (notification.is_read) return allow;
  await tx`update notifications set is_read = true, write_id = ${writeId} where id = ${id}`;
  context.record({ scopes: [scope.self(actor.userId)], collection: 'notifications', id });
  return allow;
};

import { allow, refuse } from '../../../schemas/base/refusal.ts';
import type { Command } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';

/** Deletes one of the actor's own notifications. Another member's is treated like a missing one. */
export const deleteNotification: Command<{ readonly id: string }> = async (context, { id }) => {
  const { tx, actor } = context;
  const deleted = await tx`delete from notifications where id = ${id} and user_id = ${actor.userId}`;
  if (deleted.count === 0) return refuse('NOT_FOUND');
  context.record({ scopes: [scope.self(actor.userId)], collection: 'notifications', id, removed: true });
  return allow;
};

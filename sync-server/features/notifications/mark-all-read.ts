import { allow } from '../../../schemas/base/refusal.ts';
import type { Command } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';

/** Marks all of the actor's own notifications as read. */
export const markAllRead: Command<void> = async (context) => {
  const { tx, actor, writeId } = context;
  const rows = await tx<{ id: string }[]>`
    update notifications set is_read = true, write_id = ${writeId} where user_id = ${actor.userId} and not is_read returning id`;
  for (const row of rows) context.record({ scopes: [scope.self(actor.userId)], collection: 'notifications', id: row.id });
  return allow;
};

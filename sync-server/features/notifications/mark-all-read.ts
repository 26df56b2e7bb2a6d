import { allow } from '../../../schemas/base/refusal.ts';
import type { Command } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';

/** Marks the actor's own notifications as read: all, or those up to a time. Newer ones stay as they are. */
export const markAllRead: Command<{ readonly upTo?: string }> = async (context, { upTo }) => {
  const { tx, actor, writeId } = context;
  const rows = await tx<{ id: string }[]>`
    update notifications set is_read = true, write_id = ${writeId} where user_id = ${actor.userId} and not is_read
      ${upTo === undefined ? tx`` : tx`and created_at <= ${upTo}::timestamptz`}
    returning id`;
  for (const row of rows) context.record({ scopes: [scope.self(actor.userId)], collection: 'notifications', id: row.id });
  return allow;
};

import type { CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';

/**
 * Before notifications that name these members are withdrawn: an unread notification about a group is for everything written there since,
 * so it passes to the next message by another member, with the time of that message. Where nothing is left to read it stays as it is, for
 * the caller to withdraw. With `recipients`, only their notifications. The groups are locked exclusively, so no message is missed.
 */
export async function passOnGroupNotices(
  context: CommandContext,
  by: readonly string[],
  recipients: readonly string[] | 'all' = 'all',
): Promise<void> {
  const rows = await context.tx<{ id: string; user_id: string }[]>`
    update notifications n set related_user_id = next.sender_id, created_at = next.created_at, write_id = ${context.writeId}
    from (
      select held.id, m.sender_id, m.created_at
      from notifications held cross join lateral (
        select m.sender_id, m.created_at
        from group_messages m
        where m.group_id = held.related_group_id and m.created_at >= held.created_at and not m.is_deleted
          and m.sender_id <> held.user_id and m.sender_id <> all (${[...by]}::uuid[])
          and not blocked_between(held.user_id, m.sender_id)
        order by m.created_at, m.id limit 1
      ) m
      where held.related_user_id = any (${[...by]}::uuid[])
        and (${recipients === 'all'} or held.user_id = any (${recipients === 'all' ? [] : [...recipients]}::uuid[]))
        and held.notification_type = 'group_message' and not held.is_read
    ) next
    where n.id = next.id and not n.is_read
    returning n.id, n.user_id`;
  for (const { id, user_id } of rows) context.record({ scopes: [scope.self(user_id)], collection: 'notifications', id });
}

import type { PendingQuery, Row, Sql } from 'postgres';
import { NOTIFICATION_DAYS } from '../../../schemas/notifications/notification-limits.ts';
import type { Tx } from '../../db/pool/transaction.ts';

/** An expression of SQL: how many notifications of the last days a member has not read, the number that the app shows on its bell. */
export const unreadCount = (sql: Sql | Tx, member: PendingQuery<Row[]>) => sql`(
  select count(*)::int from notifications n
  where n.user_id = ${member} and not n.is_read and n.created_at > now() - make_interval(days => ${NOTIFICATION_DAYS})
    and not exists (select from blocked_pairs b where b.one = n.user_id and b.other = n.related_user_id)
)`;

/** How many notifications this member has not read (`unreadCount`). */
export async function countUnread(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx<{ unread: number }[]>`select ${unreadCount(tx, tx`${userId}`)} as unread`;
  return row?.unread ?? 0;
}

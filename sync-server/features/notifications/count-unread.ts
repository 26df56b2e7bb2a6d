import { NOTIFICATION_DAYS } from '../../../schemas/notifications/notification-limits.ts';
import type { Tx } from '../../db/pool/transaction.ts';

/** How many notifications of the last days this member has not read: the number that the app shows on its bell. */
export async function countUnread(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx<{ unread: number }[]>`
    select count(*)::int as unread from notifications
    where user_id = ${userId} and not is_read and created_at > now() - make_interval(days => ${NOTIFICATION_DAYS})`;
  return row?.unread ?? 0;
}

import { useMemo } from 'react';
import { NOTIFICATIONS_MAX } from '../../../schemas/notifications/notification.ts';
import { type LiveQuery, useLiveQuery } from '../../data/local-store.tsx';
import { pageClock } from '../../data/page-clock.ts';
import { useClock } from '../../ui/use-clock.ts';
import { useNotBlocked } from '../friends/use-blocked.ts';
import { useDeleting } from './deleting.ts';
import { type NotificationRow, oldestEnds, recentOf } from './recent.ts';

const authorOf = (row: NotificationRow) => row.related_user_id;

/** The result of a query without rows that become too old, rows by blocked members, and rows that were just deleted. */
function useRecent({ rows, error }: LiveQuery<NotificationRow>): LiveQuery<NotificationRow> {
  const readable = useNotBlocked(rows, authorOf);
  const deleting = useDeleting();
  const shown = useMemo(() => readable?.filter((row) => !deleting.has(row.id)), [readable, deleting]);
  const atLeast = useClock((then) => shown && oldestEnds(recentOf(shown, then)), pageClock.atLeast);
  return useMemo(() => ({ rows: shown && recentOf(shown, atLeast), error }), [shown, error, atLeast]);
}

/** The listed notifications: of the last days, newest first, up to a maximum. One that becomes too old disappears by itself. */
export function useRecentNotifications(): LiveQuery<NotificationRow> {
  return useRecent(
    useLiveQuery(({ collections }) => collections.notifications.find({ sort: [{ newest: 'asc' }], limit: NOTIFICATIONS_MAX }), []),
  );
}

/** The count of unread notifications of the last days, also beyond the maximum of the list. */
export function useUnread(): number {
  const unread = useLiveQuery(
    ({ collections }) => collections.notifications.find({ selector: { is_read: false }, sort: [{ newest: 'asc' }] }),
    [],
  );
  return useRecent(unread).rows?.length ?? 0;
}

import { useMemo } from 'react';
import { NOTIFICATIONS_MAX } from '../../../schemas/notifications/notification.ts';
import { type LiveQuery, useLiveQuery } from '../../data/local-store.tsx';
import { pageClock } from '../../data/page-clock.ts';
import { useClock } from '../../ui/use-clock.ts';
import { useNotBlocked } from '../friends/use-blocked.ts';
import { useDeleting } from './deleting.ts';
import { type NotificationRow, oldestEnds, recentOf } from './recent.ts';

const byWhom = (row: NotificationRow) => row.related_user_id;

/** Those that a query finds, without the ones that get too old meanwhile, those of whom one blocks, and those that were just deleted. */
function useRecent({ rows, error }: LiveQuery<NotificationRow>): LiveQuery<NotificationRow> {
  const readable = useNotBlocked(rows, byWhom);
  const deleting = useDeleting();
  const shown = useMemo(() => readable?.filter((row) => !deleting.has(row.id)), [readable, deleting]);
  const atLeast = useClock((then) => shown && oldestEnds(recentOf(shown, then)), pageClock.atLeast);
  return useMemo(() => ({ rows: shown && recentOf(shown, atLeast), error }), [shown, error, atLeast]);
}

/** The notifications that are listed: of the last days, newest first, at most so many. One that gets too old goes by itself. */
export function useRecentNotifications(): LiveQuery<NotificationRow> {
  return useRecent(
    useLiveQuery(({ collections }) => collections.notifications.find({ sort: [{ newest: 'asc' }], limit: NOTIFICATIONS_MAX }), []),
  );
}

/** How many of the last days wait to be read, also where they are more than are listed. */
export function useUnread(): number {
  const unread = useLiveQuery(
    ({ collections }) => collections.notifications.find({ selector: { is_read: false }, sort: [{ newest: 'asc' }] }),
    [],
  );
  return useRecent(unread).rows?.length ?? 0;
}

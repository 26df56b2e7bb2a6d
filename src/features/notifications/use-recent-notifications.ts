import { useMemo } from 'react';
import { NOTIFICATIONS_MAX } from '../../../schemas/notifications/notification.ts';
import { type LiveQuery, useLiveQuery } from '../../data/local-store.tsx';
import { useClock } from '../../ui/use-clock.ts';
import { type NotificationRow, oldestEnds, recentOf } from './recent.ts';

/** The notifications that are listed: of the last days, newest first, at most so many. One that gets too old goes by itself. */
export function useRecentNotifications(): LiveQuery<NotificationRow> {
  const { rows, error } = useLiveQuery(
    ({ collections }) => collections.notifications.find({ sort: [{ newest: 'asc' }], limit: NOTIFICATIONS_MAX }),
    [],
  );
  const now = useClock((then) => rows && oldestEnds(recentOf(rows, then)));
  return useMemo(() => ({ rows: rows && recentOf(rows, now), error }), [rows, error, now]);
}

/** How many of them wait to be read. */
export function useUnread(): number {
  return useRecentNotifications().rows?.filter((row) => !row.is_read).length ?? 0;
}

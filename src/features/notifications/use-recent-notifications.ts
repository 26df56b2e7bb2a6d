import { useMemo } from 'react';
import { useLiveQuery } from '../../data/store/local-store.tsx';
import { pageClock } from '../../data/store/page-clock.ts';
import type { LiveQuery } from '../../data/store/queries/held-query.ts';
import { unreadNotifications } from '../../first/first-queries.ts';
import { useClock } from '../../ui/behaviour/use-clock.ts';
import { useNotBlocked } from '../friends/blocking/use-blocked.ts';
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

/**
 * The notifications of the last days that this device has, newest first. One that becomes too old disappears by itself. There are few: the
 * server deletes a member's older ones.
 */
export function useRecentNotifications(): LiveQuery<NotificationRow> {
  return useRecent(useLiveQuery(({ collections }) => collections.notifications.find({ sort: [{ newest: 'asc' }] }), []));
}

/** The count of unread notifications of the last days, each of those that the list groups too; undefined until the store has answered. */
export function useKnownUnread(): number | undefined {
  const unread = useLiveQuery(({ collections }) => collections.notifications.find(unreadNotifications()), []);
  return useRecent(unread).rows?.length;
}

/** The same, and 0 until the store has answered. */
export const useUnread = (): number => useKnownUnread() ?? 0;

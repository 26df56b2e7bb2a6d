import { useLiveQuery } from '../data/local-store.tsx';
import { recentSince } from '../features/notifications/recent.ts';

/** How many notifications of the last days wait to be read. */
export function useUnread(): number {
  const { rows } = useLiveQuery((store) => store.collections.notifications.find({ selector: { is_read: false } }), []);
  const since = recentSince(Date.now());
  return rows?.filter((row) => row.created_at > since).length ?? 0;
}

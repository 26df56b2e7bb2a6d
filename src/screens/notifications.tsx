// What happened in the last two days, newest first.
import { NOTIFICATIONS_MAX } from '../../schemas/notifications/notification.ts';
import { useConnection } from '../data/connection.ts';
import { useLiveQuery, useStore } from '../data/local-store.tsx';
import { markAllRead } from '../features/notifications/mark-read.ts';
import { NotificationRow } from '../features/notifications/notification-row.tsx';
import { dayHeading } from '../features/notifications/notification-text.ts';
import { recentSince } from '../features/notifications/recent.ts';
import { usePeople } from '../features/profiles/use-people.ts';
import { usePage } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { List } from '../ui/list.tsx';
import { Section } from '../ui/section.tsx';
import styles from './notifications.module.css';

export default function NotificationsScreen() {
  const store = useStore();
  const personOf = usePeople();
  const { filled, kind, retry } = useConnection();
  const { rows, error } = useLiveQuery(
    ({ collections }) => collections.notifications.find({ sort: [{ newest: 'asc' }], limit: NOTIFICATIONS_MAX }),
    [],
  );
  const now = Date.now();
  const since = recentSince(now);
  const recent = rows?.filter((row) => row.created_at > since);
  const unread = recent?.some((row) => !row.is_read) ?? false;
  usePage({
    showBottomNav: true,
    actions: unread && (
      <Button variant="quiet" size="small" onClick={() => void markAllRead(store)}>
        Mark all as read
      </Button>
    ),
  });

  if (recent && recent.length > 0) {
    const days = [...new Set(recent.map((row) => dayHeading(row.created_at, now)))];
    return (
      <>
        {days.map((day) => (
          <Section key={day} title={day}>
            <List>
              {recent
                .filter((row) => dayHeading(row.created_at, now) === day)
                .map((row) => (
                  <NotificationRow key={row.id} row={row} personOf={personOf} />
                ))}
            </List>
          </Section>
        ))}
        <p className={styles.end}>
          You’re all caught up
          <br />
          Notifications stay for two days.
        </p>
      </>
    );
  }
  if (error || (kind === 'offline' && !filled('notifications'))) {
    return (
      <div className={styles.empty}>
        <EmptyState
          art="cup"
          title="Connection Error"
          text="Notifications have not been fetched yet. They come when you are back online."
          action={<Button onClick={retry}>Try again</Button>}
        />
      </div>
    );
  }
  if (!recent || !filled('notifications')) return <p className={styles.end}>Loading...</p>;
  return (
    <div className={styles.empty}>
      <EmptyState art="cat" title="All quiet" text="Comments, reactions and invitations of the last two days appear here." />
    </div>
  );
}

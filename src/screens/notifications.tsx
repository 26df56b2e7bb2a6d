// What happened in the last two days, newest first.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { NOTIFICATIONS_MAX } from '../../schemas/notifications/notification-limits.ts';
import { deleteNotifications, markAllRead, markRead } from '../data/store/change-notifications.ts';
import { useConnection } from '../data/store/connection.ts';
import { useStore } from '../data/store/local-store.tsx';
import { hideNotifications, showNotifications } from '../features/notifications/deleting.ts';
import { groupNotifications, type NotificationGroup } from '../features/notifications/grouped.ts';
import { NotificationRow } from '../features/notifications/notification-row.tsx';
import { NotificationSkeleton } from '../features/notifications/notification-skeleton.tsx';
import { useRecentNotifications, useUnread } from '../features/notifications/use-recent-notifications.ts';
import { useRelatedRows } from '../features/notifications/use-related.ts';
import { usePeople } from '../features/people/use-people.ts';
import { usePage } from '../shell/page.tsx';
import { commonText } from '../text/common.ts';
import { notificationsText } from '../text/notifications.ts';
import { dayText } from '../text/times.ts';
import { useToday } from '../ui/behaviour/use-clock.ts';
import { Button } from '../ui/forms/button.tsx';
import { List } from '../ui/list.tsx';
import { notify } from '../ui/overlays/toast.ts';
import { Section } from '../ui/section.tsx';
import { ConnectionError } from '../ui/states/connection-error.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import styles from './notifications.module.css';

const failed = (text: string) => (error: unknown) => {
  console.error(text, error);
  notify.error(text);
};

const noGroups: readonly NotificationGroup[] = [];

const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });

export default function NotificationsScreen() {
  const store = useStore();
  const personOf = usePeople();
  const { rows, error } = useRecentNotifications();
  const { filled, kind, failures, retry } = useConnection();
  const groups = useMemo(() => rows && groupNotifications(rows).slice(0, NOTIFICATIONS_MAX), [rows]);
  const related = useRelatedRows(groups ?? noGroups);
  // Rows whose subject is not known yet would grow, and push down what is below them.
  const [ready, setReady] = useState(related.known && groups !== undefined);
  if (!ready && related.known && groups) setReady(true);
  const today = useToday();
  const [said, setStatus] = useState('');
  const list = useRef<HTMLDivElement>(null);
  // Also true if the unread ones are older than all that are listed.
  const unread = useUnread() > 0;

  const readAll = useCallback(() => {
    markAllRead(store).then(() => setStatus(notificationsText.allRead), failed(notificationsText.updateFailed));
    // The button disappears with the last unread one.
    focusHeading();
  }, [store]);
  usePage({
    showBottomNav: true,
    actions: useMemo(
      () =>
        unread && (
          <Button variant="quiet" size="small" onClick={readAll}>
            {notificationsText.markAllRead}
          </Button>
        ),
      [unread, readAll],
    ),
  });

  // Where the focus goes once the row is deleted: to the row that takes its place, else to the last one.
  const leaving = useRef<{ readonly key: string; readonly at: number }>(undefined);
  useEffect(() => {
    const gone = leaving.current;
    if (!gone || groups?.some((group) => group.key === gone.key)) return;
    leaving.current = undefined;
    const links = list.current?.querySelectorAll<HTMLElement>('[data-notification] a') ?? [];
    const next = links[Math.min(gone.at, links.length - 1)];
    if (next) next.focus();
    else focusHeading();
  }, [groups]);
  const onRead = (group: NotificationGroup) =>
    void markRead(
      store,
      group.rows.map(({ id }) => id),
    ).catch(failed(notificationsText.updateFailed));
  const onDelete = ({ key, rows: deleted }: NotificationGroup) => {
    leaving.current = { key, at: groups?.findIndex((group) => group.key === key) ?? 0 };
    const ids = deleted.map(({ id }) => id);
    hideNotifications(ids);
    let kept = false;
    const keep = () => {
      kept = true;
    };
    notify.info(notificationsText.deleted(ids.length), {
      action: { label: commonText.undo, onPress: keep },
      onClosed: () => {
        // Undo closes the message as well, before `onPress` runs.
        setTimeout(() => {
          const done = kept ? Promise.resolve() : deleteNotifications(store, ids);
          done.catch(failed(notificationsText.deleteFailed)).finally(() => showNotifications(ids));
        });
      },
    });
  };
  const status = (
    <span className="visually-hidden" role="status">
      {said}
    </span>
  );

  if (groups && groups.length > 0 && !ready) return <NotificationSkeleton />;
  if (groups && groups.length > 0) {
    const dayOf = ({ rows: [newest] }: NotificationGroup) => dayText(newest.created_at, today);
    const days = [...new Set(groups.map(dayOf))];
    return (
      <div ref={list} className="stack gap-3">
        {status}
        {days.map((day) => (
          <Section key={day} title={day}>
            <List>
              {groups
                .filter((group) => dayOf(group) === day)
                .map((group) => (
                  <NotificationRow
                    key={group.key}
                    group={group}
                    personOf={personOf}
                    related={related}
                    onRead={onRead}
                    onDelete={onDelete}
                  />
                ))}
            </List>
          </Section>
        ))}
        <p className={`small ${styles.end}`}>
          {notificationsText.caughtUp}
          <br />
          {notificationsText.stay}
        </p>
      </div>
    );
  }
  const fetched = filled('notifications');
  if (error || (!fetched && (kind === 'offline' || failures >= 3))) {
    return <ConnectionError text={notificationsText.later} onRetry={retry} />;
  }
  if (!rows || !fetched) return <NotificationSkeleton />;
  return (
    <>
      {status}
      <EmptyState
        page
        art="cat"
        title={notificationsText.quiet}
        text={kind === 'offline' ? notificationsText.noneOffline : notificationsText.none}
      />
    </>
  );
}

import { Bell as BellIcon } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { useUnread } from '../../features/notifications/use-recent-notifications.ts';
import { notificationsText } from '../../text/notifications.ts';
import { badgeText } from '../../text/shell.ts';
import { IconLink } from '../../ui/forms/icon-button.tsx';
import { rememberOrigin } from '../notifications-origin.ts';
import styles from './bell.module.css';

export const bellLabel = (unread: number): string => (unread > 0 ? notificationsText.unreadCount(unread) : notificationsText.title);

/** Leads to the notifications and remembers the page it was pressed on. */
export function Bell() {
  const unread = useUnread();
  const { pathname, search } = useLocation();
  return (
    <IconLink
      to="/notifications"
      label={bellLabel(unread)}
      icon={<BellIcon />}
      size="large"
      onClick={() => rememberOrigin(pathname + search)}
    >
      {unread > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {badgeText(unread)}
        </span>
      )}
    </IconLink>
  );
}

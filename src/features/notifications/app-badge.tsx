import { useEffect } from 'react';
import { useUnread } from './use-recent-notifications.ts';

/** Badges work in installed apps if the system allows them. Elsewhere, or if the system refuses, nothing happens. */
type Badging = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

function setBadge(unread: number): void {
  const badging: Badging = navigator;
  const shown = unread > 0 ? badging.setAppBadge?.(unread) : badging.clearAppBadge?.();
  shown?.catch(() => undefined);
}

/** Shows the count of unread notifications on the icon of the installed app, while a member is signed in. */
export default function AppBadge() {
  const unread = useUnread();
  useEffect(() => setBadge(unread), [unread]);
  useEffect(() => () => setBadge(0), []);
  return null;
}

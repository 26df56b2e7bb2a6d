import { useEffect } from 'react';
import { useUnread } from './use-recent-notifications.ts';

/** What installed apps may do where the system lets them; elsewhere, and where it refuses, nothing happens. */
type Badging = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

function show(unread: number): void {
  const badging: Badging = navigator;
  const shown = unread > 0 ? badging.setAppBadge?.(unread) : badging.clearAppBadge?.();
  shown?.catch(() => undefined);
}

/** The number of unread notifications on the icon of the installed app, for as long as somebody is signed in. */
export default function AppBadge() {
  const unread = useUnread();
  useEffect(() => show(unread), [unread]);
  useEffect(() => () => show(0), []);
  return null;
}

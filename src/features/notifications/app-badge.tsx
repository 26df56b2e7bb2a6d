import { useEffect } from 'react';
import { listen } from '../../../schemas/base/listen.ts';
import { showBadge } from '../../../workers/device/calls/app-badge.ts';
import { closeAllNotices, closeReadNotices } from '../../../workers/device/calls/close-read-notices.ts';
import { signedInMember } from '../../data/session/session.ts';
import { useConnection } from '../../data/store/connection.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { useKnownUnread } from './use-recent-notifications.ts';

/** The notices of this device; undefined where there is no service worker. */
const notices = async (): Promise<ServiceWorkerRegistration | undefined> =>
  (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker?.getRegistration();

const warn = (error: unknown) => console.warn('Could not close the notices that are over', error);

/**
 * Shows the count of unread notifications on the icon of the installed app, and again whenever the page is hidden and shown: a push may have
 * shown another number. Nothing is written until the store has answered, which would take the number of a push away.
 */
function useBadge(unread: number | undefined): void {
  useEffect(() => {
    if (unread === undefined) return;
    const show = () => showBadge(unread);
    show();
    return listen([document, 'visibilitychange', show]);
  }, [unread]);
}

/** Closes the notices about what was read or is gone, on any device. Only a page that has everything knows that. */
function useNotices(unread: number | undefined): void {
  const store = useStore();
  const isLive = useConnection().kind === 'live';
  useEffect(() => {
    if (!isLive || unread === undefined) return;
    const close = () =>
      void notices()
        .then((all) => all && closeReadNotices(all, store.collections, store.userId))
        .catch(warn);
    close();
    return listen([document, 'visibilitychange', close]);
  }, [store, isLive, unread]);
}

/** What the system shows of a member outside of the app: the count on its icon, and the notices of calls. Both are gone after a sign-out. */
export default function AppBadge() {
  const unread = useKnownUnread();
  useBadge(unread);
  useNotices(unread);
  const { userId } = useStore();
  useEffect(
    () => () => {
      // A store that is opened anew, or by a newer version, ends this too.
      if (signedInMember() === userId) return;
      showBadge(0);
      notices()
        .then((all) => all && closeAllNotices(all))
        .catch(warn);
    },
    [userId],
  );
  return null;
}

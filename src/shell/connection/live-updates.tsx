import { useEffect } from 'react';
import { hasUnstoredDrafts } from '../../data/drafts/page-drafts.ts';
import { keptAfterSignOut } from '../../data/session/kept-after-sign-out.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { liveText } from '../../text/sync.ts';
import { notify } from '../../ui/overlays/toast.ts';
import { hasOpenForm } from '../has-open-form.ts';
import { mayReload, reloadOnce } from '../versions/reload-once.ts';

const KEY = keptAfterSignOut.liveUpdatesReload;
const TOAST = 'live-updates';
const CHECK_MS = 1000;
/** How long the message shows before the reload. */
const SHOWN_MS = 3000;

/**
 * Shown when the server answers and yet opens no stream. It reloads the page whose worker tries: at most one page of this device in five
 * minutes, never with unsaved text, and never without a network. A page that may not reload says that it keeps trying.
 */
export default function LiveUpdates() {
  const store = useStore();
  useEffect(() => {
    let shownAt: number | null = null;
    let waits = false;
    const dismiss = () => {
      if (shownAt !== null) notify.dismiss(TOAST);
      shownAt = null;
    };
    const check = () => {
      if (!navigator.onLine) return dismiss();
      if (hasOpenForm() || hasUnstoredDrafts(store) || !mayReload(KEY, localStorage)) {
        dismiss();
        // Once, and briefly: changes still arrive, only some seconds later.
        if (!waits) notify.warning(liveText.reconnecting);
        waits = true;
      } else if (shownAt === null) {
        shownAt = performance.now();
        notify.warning(liveText.refreshing, { id: TOAST, stays: true });
      } else if (performance.now() - shownAt >= SHOWN_MS) reloadOnce(KEY, localStorage);
    };
    check();
    const timer = setInterval(check, CHECK_MS);
    return () => {
      clearInterval(timer);
      dismiss();
    };
  }, [store]);
  return null;
}

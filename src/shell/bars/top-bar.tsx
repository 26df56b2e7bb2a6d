import { ChevronLeft, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useUnread } from '../../features/notifications/use-recent-notifications.ts';
import { commonText } from '../../text/common.ts';
import { navigationText } from '../../text/pages.ts';
import { useWidth } from '../../ui/behaviour/use-media.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/forms/icon-button.tsx';
import { SyncState } from '../connection/sync-state.tsx';
import { usePageOverrides } from '../page.tsx';
import { Bell } from './bell.tsx';
import { backAction, showsBack } from './page-bars.ts';
import { usePageHandle } from './page-handle.ts';
import styles from './top-bar.module.css';
import { useGoBack } from './use-go-back.ts';
import { usePageTitle } from './use-page-title.ts';

/** Whether content lies beneath the bar: only then does it need a line. */
function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    let known = false;
    const look = () => {
      const now = window.scrollY > 4;
      if (now !== known) setScrolled(now);
      known = now;
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return scrolled;
}

/** The back button, the title with one line, the page's own actions, and the bell. */
export function TopBar() {
  const { pathname } = useLocation();
  const goBackTo = useGoBack();
  const overrides = usePageOverrides();
  const handle = usePageHandle();
  const scrolled = useScrolled();
  const width = useWidth();
  const subtitleId = useId();
  const title = overrides.title ?? handle.title;
  usePageTitle(overrides.documentTitle ?? title, useUnread());

  const goBack = () => {
    const action = backAction(handle, overrides.onBack !== undefined);
    if (action.kind === 'handler') overrides.onBack?.();
    else goBackTo(action.kind === 'path' ? action.path : undefined);
  };
  // Beside its list, a conversation needs no back button: the member chooses another one, or another place.
  const back = showsBack(handle, pathname) && !(width === 'desktop' && handle.isConversation);
  const editing = handle.kind === 'modal' && pathname.startsWith('/posts/');
  return (
    <header className={classes(styles.bar, scrolled && styles.line, back && styles.withBack)}>
      {back && (
        <IconButton
          label={editing ? commonText.cancel : navigationText.back}
          icon={editing ? <X /> : <ChevronLeft className="mirrored" />}
          size="large"
          onClick={goBack}
        />
      )}
      {overrides.picture && <span className={styles.picture}>{overrides.picture}</span>}
      <div className={styles.titles}>
        <h1
          className={`cut title ${styles.title}`}
          tabIndex={-1}
          aria-describedby={overrides.subtitle === undefined ? undefined : subtitleId}
        >
          {title}
        </h1>
        {overrides.subtitle !== undefined ? (
          <span id={subtitleId} className="cut meta">
            {overrides.subtitle}
          </span>
        ) : (
          <span className={styles.sync}>
            <SyncState />
          </span>
        )}
      </div>
      <div className={`row wrap gap-1 ${styles.actions}`}>
        {overrides.actions}
        {/* the sidebar of wide screens has its own entry */}
        {pathname !== '/notifications' && width !== 'desktop' && <Bell />}
      </div>
    </header>
  );
}

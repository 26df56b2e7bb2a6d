import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { asksForOutbox } from '../features/outbox/outbox-link.ts';
import { RefusedNotes } from '../features/outbox/refused-notes.tsx';
import { RefusedToasts } from '../features/outbox/refused-toasts.tsx';
import { navigationText } from '../text/pages.ts';
import { classes } from '../ui/classes.ts';
import { useMedia, useWidth } from '../ui/use-media.ts';
import { ConnectionBanner, NoDiskSpaceBanner, ServerFullBanner } from './connection-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { InstallCard } from './install-card.tsx';
import styles from './layout.module.css';
import { Rail, Sidebar, TabBar } from './navigation.tsx';
import { recallOrigin } from './notifications-origin.ts';
import { usePageHandle } from './page-handle.ts';
import { PagePiece, piece } from './page-piece.tsx';
import { PersonViewer } from './person-viewer.tsx';
import { SyncFrame } from './sync-state.tsx';
import { TopBar } from './top-bar.tsx';
import { UpdateRequired } from './update-required.tsx';
import { useGoBack } from './use-go-back.ts';

/** Loaded ahead like the pages, so that it opens without a network as well. */
export const outbox = piece(() => import('../features/outbox/outbox-sheet.tsx'));
export const aside = piece(() => import('./aside.tsx'));
const groupsPane = piece(() => import('../features/groups/groups-pane.tsx'));

/**
 * The width that a third column needs beside a conversation and its list. It grows with the size of the text, which no media query covers.
 */
const FOUR_COLUMNS_REM = 78;
const fitsFourColumns = (): boolean =>
  window.innerWidth >= FOUR_COLUMNS_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The bars of the signed-in pages, and the page between them. */
export function Layout() {
  const width = useWidth();
  const hasAside = useMedia('(min-width: 1280px)');
  const { pathname, search } = useLocation();
  useEscapeFromNotifications(pathname);
  const { isConversation = false } = usePageHandle();
  const panes = width === 'desktop' && isConversation;
  return (
    <SyncFrame className={classes(styles.layout, styles[width], panes && styles.panes)}>
      <button type="button" className="skip-link" onClick={() => document.getElementById('main')?.focus()}>
        {navigationText.skip}
      </button>
      {width === 'desktop' && <Sidebar />}
      {width === 'tablet' && <Rail />}
      {panes && <PagePiece piece={groupsPane} />}
      <div className={styles.column}>
        <TopBar />
        <div className={styles.notices}>
          <UpdateRequired />
          <NoDiskSpaceBanner />
          <ServerFullBanner />
          <ConnectionBanner />
        </div>
        <main id="main" className={styles.main} tabIndex={-1}>
          <RefusedNotes />
          <RefusedToasts />
          {pathname === '/posts' && <InstallCard />}
          <ErrorBoundary kind="page" resetKey={pathname}>
            <Outlet />
          </ErrorBoundary>
        </main>
      </div>
      <PersonViewer />
      {asksForOutbox(search) && (
        <ErrorBoundary kind="page">
          <PagePiece piece={outbox} />
        </ErrorBoundary>
      )}
      {hasAside && (!panes || fitsFourColumns()) && <PagePiece key="aside" piece={aside} optional />}
      {width === 'phone' && <TabBar />}
    </SyncFrame>
  );
}

/** The bell remembers the page it was pressed on; Escape leads back there. */
function useEscapeFromNotifications(pathname: string): void {
  const goBack = useGoBack();
  useEffect(() => {
    if (pathname !== '/notifications') return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) goBack(recallOrigin());
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [pathname, goBack]);
}

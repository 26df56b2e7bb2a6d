import '../ui/framed.css';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { OnceOpen } from '../data/store/local-store.tsx';
import { asksForOutbox } from '../features/outbox/outbox-link.ts';
import { RefusedNotes } from '../features/outbox/refused-notes.tsx';
import { RefusedToasts } from '../features/outbox/refused-toasts.tsx';
import { FailedPhotosNote } from '../features/photos/failed-photos.tsx';
import { navigationText } from '../text/pages.ts';
import { useMedia, useWidth } from '../ui/behaviour/use-media.ts';
import { classes } from '../ui/classes.ts';
import { Spinner } from '../ui/states/spinner.tsx';
import { AfterFirstPaint } from './after-first-paint.tsx';
import { Rail, Sidebar, TabBar } from './bars/navigation.tsx';
import { usePageHandle } from './bars/page-handle.ts';
import { TopBar } from './bars/top-bar.tsx';
import { useGoBack } from './bars/use-go-back.ts';
import { ConnectionBanner, NoDiskSpaceBanner, ServerFullBanner } from './connection/connection-banner.tsx';
import { SyncFrame } from './connection/sync-state.tsx';
import { ErrorBoundary } from './errors/error-boundary.tsx';
import styles from './layout.module.css';
import { recallOrigin } from './notifications-origin.ts';
import { PagePiece, piece } from './page-piece.tsx';
import { PersonViewer } from './person-viewer.tsx';
import { PhotoLayer } from './photo-layer.tsx';
import { FeedOffers } from './start/feed-offers.tsx';
import { UpdateRequired } from './versions/update-required.tsx';

/** Loaded ahead like the pages, so that it opens without a network as well. */
export const outbox = piece(() => import('../features/unsent-photos/outbox.tsx'));
export const aside = piece(() => import('./bars/aside.tsx'));
const groupsPane = piece(() => import('../features/groups/list/groups-pane.tsx'));

/**
 * The width that a third column needs beside a conversation and its list. It grows with the size of the text, which no media query covers.
 */
const FOUR_COLUMNS_REM = 78;
const fitsFourColumns = (): boolean =>
  window.innerWidth >= FOUR_COLUMNS_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

function PageHere({ showsFirstRows = false }: { readonly showsFirstRows: boolean | undefined }) {
  const page = <Outlet />;
  return showsFirstRows ? page : <OnceOpen opening={<Spinner />}>{page}</OnceOpen>;
}

/** The bars of the signed-in pages, and the page between them. */
export function Layout() {
  const width = useWidth();
  const hasAside = useMedia('(min-width: 1280px)');
  const { pathname, search } = useLocation();
  useEscapeFromNotifications(pathname);
  const { isConversation = false, wide, showsFirstRows } = usePageHandle();
  const panes = width === 'desktop' && isConversation;
  const fits = hasAside && (!panes || fitsFourColumns());
  return (
    <SyncFrame className={classes(styles.layout, styles[width], panes && styles.panes, panes && fits && styles.four, wide && styles[wide])}>
      <button type="button" className="skip-link" onClick={() => document.getElementById('main')?.focus()}>
        {navigationText.skip}
      </button>
      {width === 'desktop' && <Sidebar />}
      {width === 'tablet' && <Rail />}
      {panes && (
        <OnceOpen>
          <PagePiece piece={groupsPane} />
        </OnceOpen>
      )}
      <div className={`stack ${styles.column}`} data-makes-space>
        <TopBar />
        <div className={`stack gap-2 ${styles.notices}`}>
          <UpdateRequired />
          <NoDiskSpaceBanner />
          <ServerFullBanner />
          <ConnectionBanner />
        </div>
        <main id="main" className={`stack gap-3 ${styles.main}`} tabIndex={-1}>
          <OnceOpen>
            <FailedPhotosNote />
            <RefusedNotes />
            <RefusedToasts />
          </OnceOpen>
          {pathname === '/posts' && <FeedOffers />}
          <ErrorBoundary kind="page" resetKey={pathname}>
            <PageHere showsFirstRows={showsFirstRows} />
          </ErrorBoundary>
        </main>
      </div>
      <OnceOpen>
        <PersonViewer />
        <PhotoLayer />
        {asksForOutbox(search) && (
          <ErrorBoundary kind="page">
            <PagePiece piece={outbox} />
          </ErrorBoundary>
        )}
      </OnceOpen>
      {fits && (
        <AfterFirstPaint>
          <OnceOpen>
            <PagePiece key="aside" piece={aside} optional />
          </OnceOpen>
        </AfterFirstPaint>
      )}
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

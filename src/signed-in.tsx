// Everything that only members see: the local database, the bars, and their pages.
import { useEffect } from 'react';
import { matchRoutes, useLocation } from 'react-router-dom';
import { useConnection } from './data/connection.ts';
import { useImageSource } from './data/images.ts';
import { LocalStoreProvider } from './data/local-store.tsx';
import { beganSignedIn } from './data/session.ts';
import { isArriving } from './features/account/arriving.ts';
import { BlockedProvider } from './features/friends/blocked-provider.tsx';
import { loadChoices, loadDetails } from './features/reactions/load.ts';
import { pageRoutes, screensOf } from './routes.ts';
import { aside, Layout, outbox } from './shell/layout.tsx';
import { PagePiece, type Piece, piece } from './shell/page-piece.tsx';
import { loadPersonSheet } from './shell/person-viewer.tsx';
import { type ScreenModule, ScreensContext, screensFrom } from './shell/screens.ts';
import { registerServiceWorker } from './shell/service-worker.ts';
import { StoreOutdated } from './shell/store-outdated.tsx';
import { useTrail } from './shell/use-trail.ts';
import { Welcome } from './shell/welcome.tsx';
import { ImageSourceContext } from './ui/image-source.ts';
import { Toasts } from './ui/toasts.tsx';

const arrival = piece(() => import('./screens/arrival.tsx'));
// Nothing waits for a piece that shows nothing itself.
const themeSync = piece(() => import('./shell/theme-sync.tsx'));
const appBadge = piece(() => import('./features/notifications/app-badge.tsx'));
const seenInFeed = piece(() => import('./features/notifications/seen-in-feed.tsx'));
const tooltips = piece(() => import('./shell/tooltips.tsx'));
const liveUpdates = piece(() => import('./shell/live-updates.tsx'));
const storeFailed = piece(() => import('./shell/store-failed.tsx'));
/** What a press opens, above all in the feed: loaded ahead, so that it opens without a network as well. */
const opened = [piece(loadChoices), piece(loadDetails), piece(loadPersonSheet)];
const screens = screensFrom('member', import.meta.glob<ScreenModule>('./screens/*.tsx'));
const pages = screensOf('member').flatMap((name) => screens.pieces.get(name) ?? []);

function NoStream() {
  const { streamDenied } = useConnection();
  return streamDenied ? <PagePiece key="liveUpdates" piece={liveUpdates} optional /> : null;
}

function Pages() {
  if (isArriving(useLocation().state)) return <PagePiece key="arrival" piece={arrival} />;
  return (
    <ScreensContext value={screens}>
      <Layout />
    </ScreensContext>
  );
}

/** What the screen needs loads first: on a new device the newest posts, otherwise the local database. Everything else waits this long. */
const LATER_MS = 2000;
/** Whether the other pages come from the network, which may go away, and not from the app that this device keeps. */
const fromNetwork = () => !navigator.serviceWorker?.controller;

/** Loads pages before they are shown. A failed load is repeated when the page is shown. */
const preload = (wanted: readonly Pick<Piece, 'preload'>[]) => void Promise.allSettled(wanted.map((one) => one.preload()));
/** Loading waits no longer than this for a busy page: the network may go away. */
const BUSY_MS = 100;
const whenIdle: typeof requestIdleCallback = window.requestIdleCallback ?? ((then) => setTimeout(then));
const idle = () => new Promise((resolve) => whenIdle(resolve, { timeout: BUSY_MS }));

/** One at a time, each in its own task: all of them together block a computer for 100 ms, and a phone for half a second. */
async function preloadInTurn(pieces: readonly Pick<Piece, 'preload'>[], wanted: () => boolean): Promise<void> {
  for (const one of pieces) {
    await idle();
    if (!wanted()) return;
    preload([one]);
  }
}

// The page that is about to be shown loads while the local database opens. Paths without a member's page lead to the feed.
const shown = matchRoutes([...pageRoutes], window.location)?.at(-1)?.route;
const first = screens.pieces.get(shown?.sides.includes('member') ? shown.screen : 'feed');
if (first) preload([first]);

export default function SignedIn() {
  useTrail();
  useEffect(() => {
    const others = [...pages, ...opened, aside, outbox, liveUpdates];
    let here = true;
    const inTurn = () => void preloadInTurn(others, () => here);
    const soon = setTimeout(
      () => {
        // After a sign-in, the later turn begins at this moment anyway.
        if (beganSignedIn && fromNetwork()) inTurn();
        void registerServiceWorker();
      },
      beganSignedIn ? 0 : LATER_MS,
    );
    const later = setTimeout(inTurn, LATER_MS);
    return () => {
      here = false;
      clearTimeout(soon);
      clearTimeout(later);
    };
  }, []);
  return (
    <ImageSourceContext.Provider value={useImageSource}>
      <LocalStoreProvider
        opening={<Welcome />}
        failed={(error) => <PagePiece key="storeFailed" piece={storeFailed} error={error} />}
        outdated={(reload) => <StoreOutdated onReload={reload} />}
      >
        <BlockedProvider>
          <PagePiece key="themeSync" piece={themeSync} optional />
          <PagePiece key="appBadge" piece={appBadge} optional />
          <PagePiece key="seenInFeed" piece={seenInFeed} optional />
          <NoStream />
          <Pages />
        </BlockedProvider>
      </LocalStoreProvider>
      <Toasts />
      <PagePiece key="tooltips" piece={tooltips} optional />
    </ImageSourceContext.Provider>
  );
}

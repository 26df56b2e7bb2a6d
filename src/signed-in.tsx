// Everything that only members see: the local database, the bars, and their pages.
import { useEffect, useLayoutEffect, useState } from 'react';
import { matchRoutes, Outlet, useLocation } from 'react-router-dom';
import { useUnstoredDrafts } from './data/drafts/drafts.ts';
import { firstPictureDrawn } from './data/first-paint.ts';
import { useImageSource } from './data/images/images.ts';
import { beganSignedIn } from './data/session/session.ts';
import { useConnection } from './data/store/connection.ts';
import { LocalStoreProvider, OnceOpen } from './data/store/local-store.tsx';
import { isArriving } from './features/account/arrival/arriving.ts';
import { BlockedProvider } from './features/friends/blocking/blocked-provider.tsx';
import { loadChoices, loadDetails } from './features/reactions/load.ts';
import { type PageRoute, pageRoutes, screensOf } from './routes.ts';
import { postTools } from './screens/post-tools/load-post-tools.ts';
import { AfterFirstPaint } from './shell/after-first-paint.tsx';
import { useTrail } from './shell/bars/use-trail.ts';
import { aside, Layout, outbox } from './shell/layout.tsx';
import { PagePiece, type Piece, piece } from './shell/page-piece.tsx';
import { loadPersonSheet } from './shell/person-viewer.tsx';
import { type ScreenModule, ScreensContext, screensFrom } from './shell/screens.ts';
import { createFilling } from './shell/start/after-filling.ts';
import { StoreOutdated } from './shell/start/store-outdated.tsx';
import { Welcome } from './shell/start/welcome.tsx';
import { registerServiceWorker } from './shell/versions/service-worker.ts';
import { Toasts } from './ui/overlays/toasts.tsx';
import { ImageSourceContext } from './ui/people/image-source.ts';
import { Spinner } from './ui/states/spinner.tsx';

const arrival = piece(() => import('./screens/arrival.tsx'));
// Nothing waits for a piece that shows nothing itself.
const themeSync = piece(() => import('./shell/theme-sync.tsx'));
const appBadge = piece(() => import('./features/notifications/app-badge.tsx'));
const seenInFeed = piece(() => import('./features/notifications/seen-in-feed.tsx'));
const quietZone = piece(() => import('./features/push/quiet-zone.tsx'));
const whatWaits = piece(() => import('./shell/start/what-waits.tsx'));
const tooltips = piece(() => import('./shell/bars/tooltips.tsx'));
const liveUpdates = piece(() => import('./shell/connection/live-updates.tsx'));
const storeFailed = piece(() => import('./shell/start/store-failed.tsx'));
/** What a press opens, above all in the feed: loaded ahead, so that it opens without a network as well. */
const opened = [piece(loadChoices), piece(loadDetails), piece(loadPersonSheet)];
const screens = screensFrom('member', import.meta.glob<ScreenModule>('./screens/*.tsx'));
const pages = screensOf('member').flatMap((name) => screens.pieces.get(name) ?? []);

function UnstoredDrafts() {
  useUnstoredDrafts();
  return null;
}

function NoStream() {
  const { streamDenied } = useConnection();
  return streamDenied ? <PagePiece key="liveUpdates" piece={liveUpdates} optional /> : null;
}

function findMemberRoute(pathname: string): PageRoute | undefined {
  const route = matchRoutes([...pageRoutes], pathname)?.at(-1)?.route;
  return route?.sides.includes('member') ? route : undefined;
}

/** The router ranks all routes anew for each match: the last one is kept. */
let found: { readonly pathname: string; readonly route: PageRoute | undefined } | undefined;

/** The route of a member's page at this address; undefined for any other address, which leads to one. */
function memberRoute({ pathname }: { readonly pathname: string }): PageRoute | undefined {
  if (found?.pathname !== pathname) found = { pathname, route: findMemberRoute(pathname) };
  return found.route;
}

function Pages() {
  useLayoutEffect(firstPictureDrawn, []);
  const location = useLocation();
  if (isArriving(location.state)) {
    return (
      <OnceOpen opening={<Welcome />}>
        <PagePiece key="arrival" piece={arrival} />
      </OnceOpen>
    );
  }
  // An address that only leads elsewhere: bars would show the title of a page for visitors, and nothing at all would be a picture of its own.
  const leadsElsewhere = (
    <>
      <Welcome />
      <Outlet />
    </>
  );
  return <ScreensContext value={screens}>{memberRoute(location) ? <Layout /> : leadsElsewhere}</ScreensContext>;
}

/** Says when this device has had everything once. */
function Filled({ onFilled }: { readonly onFilled: () => void }) {
  const filled = useConnection().lastSync !== undefined;
  useEffect(() => {
    if (filled) onFilled();
  }, [filled, onFilled]);
  return null;
}

/** What the screen needs loads first: the local database, and on a new device all rows. Everything else waits at least this long. */
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
const first = screens.pieces.get(memberRoute(window.location)?.screen ?? 'feed');
if (first) preload([first]);
/** What a press on the first cards opens: its code is in the same file as theirs. */
const post = screens.pieces.get('post');
if (post) preload([post]);
if (first === post) preload([postTools]);

export default function SignedIn() {
  useTrail();
  const location = useLocation();
  const arrives = isArriving(location.state);
  const [filling] = useState(createFilling);
  useEffect(() => {
    // It loads while the local database opens, not after that.
    if (arrives) preload([arrival]);
  }, [arrives]);
  useEffect(() => {
    const others = [postTools, ...pages, ...opened, aside, outbox, liveUpdates];
    let here = true;
    const inTurn = () => void preloadInTurn(others, () => here);
    // A service worker that is there only looks for a new version.
    const updates = fromNetwork() ? undefined : setTimeout(() => void registerServiceWorker(), beganSignedIn ? 0 : LATER_MS);
    let later: ReturnType<typeof setTimeout>;
    const leave = filling.after(() => {
      if (updates === undefined) void registerServiceWorker();
      // What fails to load then is requested again in the later turn.
      if (beganSignedIn && fromNetwork()) inTurn();
      later = setTimeout(inTurn, LATER_MS);
    });
    return () => {
      here = false;
      leave();
      clearTimeout(updates);
      clearTimeout(later);
    };
  }, [filling]);
  return (
    <ImageSourceContext.Provider value={useImageSource}>
      <LocalStoreProvider
        opening={memberRoute(location) ? <Spinner /> : <Welcome />}
        failed={(error) => <PagePiece key="storeFailed" piece={storeFailed} error={error} />}
        outdated={(reload) => <StoreOutdated onReload={reload} />}
      >
        <BlockedProvider>
          <NoStream />
          <Filled onFilled={filling.done} />
          <OnceOpen>
            <UnstoredDrafts />
          </OnceOpen>
          <Pages />
          <AfterFirstPaint>
            <OnceOpen>
              <PagePiece key="themeSync" piece={themeSync} optional />
              <PagePiece key="appBadge" piece={appBadge} optional />
              <PagePiece key="seenInFeed" piece={seenInFeed} optional />
              <PagePiece key="quietZone" piece={quietZone} optional />
              <PagePiece key="whatWaits" piece={whatWaits} optional pageAt={memberRoute} />
            </OnceOpen>
            <PagePiece key="tooltips" piece={tooltips} optional />
          </AfterFirstPaint>
        </BlockedProvider>
      </LocalStoreProvider>
      <Toasts />
    </ImageSourceContext.Provider>
  );
}

// What surrounds the screens of `routes.ts`, for members and for visitors. What only members need, above all the local database, is loaded
// when a member is signed in or about to be.
import { type ReactNode, useContext, useEffect, useLayoutEffect } from 'react';
import { createBrowserRouter, type Location, Navigate, Outlet, RouterProvider, useLocation } from 'react-router-dom';
import { firstPictureDrawn } from './data/first-paint.ts';
import { hasSignedOutHere, useSession } from './data/session/session.ts';
import { openedLink, useHiddenToken } from './features/account/arrival/opened-link.ts';
import { isMemberPath, requestedPageFrom, requestedPageState } from './features/account/arrival/requested-page.ts';
import { expectsFirstRows, prepareFirstRows } from './first/first-rows.ts';
import { type PageRoute, pageRoutes } from './routes.ts';
import { usePageHandle } from './shell/bars/page-handle.ts';
import { usePageTitle } from './shell/bars/use-page-title.ts';
import { ErrorBoundary } from './shell/errors/error-boundary.tsx';
import { PagePiece, piece } from './shell/page-piece.tsx';
import { type ScreenModule, ScreensContext, screensFrom } from './shell/screens.ts';
import { afterTyping } from './shell/start/after-filling.ts';
import { readFirstPage } from './shell/start/read-ahead.ts';
import { useScrollPlaces } from './shell/use-scroll-places.ts';
import { beforehand } from './shell/versions/stale-chunk.ts';
import { watchOverlays } from './ui/overlays/overlay-history.ts';

const signedIn = piece(() => {
  // The code that opens the local store loads together with the screens, not after them, unless they show rows that came without it. If it
  // fails to load, its user tries again.
  if (!expectsFirstRows()) beforehand(import('./data/acquire-store.ts')).catch(() => undefined);
  return import('./signed-in.tsx');
});

/** A button for developers who work on the theme. */
const themeDebug = window.location.hostname === 'localhost' ? piece(() => import('./shell/theme-debug.tsx')) : null;

const visitorScreens = screensFrom(
  'visitor',
  import.meta.glob<ScreenModule>('./screens/{landing,auth,reset-password,google-callback}.tsx'),
);

/** A visitor who opened a member's page gets there by signing in. */
function VisitorElsewhere() {
  const location = useLocation();
  if (!isMemberPath(location.pathname)) return <Navigate to="/" replace />;
  return <Navigate to="/auth" replace state={hasSignedOutHere() ? null : requestedPageState(location)} />;
}

/** A member who is still at the sign-in page has just signed in. */
const MemberElsewhere = () => <Navigate to={requestedPageFrom(useLocation().state) ?? '/posts'} replace />;

function PageAt({ route }: { readonly route?: PageRoute }) {
  const { side, pieces } = useContext(ScreensContext);
  const screen = pieces.get(route?.screen ?? '');
  if (route?.sides.includes(side) && screen) return <PagePiece key={route.path} piece={screen} />;
  return side === 'visitor' ? <VisitorElsewhere /> : <MemberElsewhere />;
}

async function keepOnDevice(): Promise<void> {
  const { keepApp } = await beforehand(import('./shell/start/keep-app.ts'));
  await keepApp();
}

/**
 * Signing in needs the network, its page does not: the device keeps the app from the first visit on. The page itself loads first, and at the
 * sign-in page nobody is typing.
 */
function useKeptApp(): void {
  const signsIn = useLocation().pathname === '/auth';
  useEffect(() => {
    const keep = () => void keepOnDevice().catch(() => undefined);
    if (signsIn) return afterTyping(keep);
    let here = true;
    (window.requestIdleCallback ?? setTimeout)(() => here && keep());
    return () => {
      here = false;
    };
  }, [signsIn]);
}

/** A visitor who begins to type is about to sign in: what they will see first loads in that time. */
function useSoonSignedIn(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== '/auth') return;
    const begin = () => {
      signedIn.preload().catch(() => undefined);
      prepareFirstRows();
      // The worker loads in that time too, and the store opens with the answer to the sign-in.
      beforehand(import('./data/acquire-store.ts'))
        .then(({ prepareStore }) => prepareStore(readFirstPage))
        .catch(() => undefined);
    };
    addEventListener('input', begin, { once: true });
    return () => removeEventListener('input', begin);
  }, [pathname]);
}

function SignedOut() {
  useLayoutEffect(firstPictureDrawn, []);
  useKeptApp();
  useSoonSignedIn();
  usePageTitle(usePageHandle().title);
  return (
    <ScreensContext value={visitorScreens}>
      <Outlet />
    </ScreensContext>
  );
}

/** Links from mails come before everything else: they mean the same to members and visitors. */
const isFromMail = (location: Location): boolean =>
  location.pathname === '/auth/reset-password' || (location.pathname === '/auth' && openedLink(location) !== undefined);

/** The feed keeps its place by the post that was being read. */
const isFeed = (pathname: string): boolean => pathname === '/posts';

function Root() {
  const { status, user } = useSession();
  const location = useLocation();
  useHiddenToken();
  useScrollPlaces(isFeed, user?.id);
  let page: ReactNode;
  if (status === 'signed-out' || isFromMail(location)) page = <SignedOut />;
  else page = <PagePiece key="signedIn" piece={signedIn} />;
  return (
    <ErrorBoundary kind="application">
      {page}
      {themeDebug && <PagePiece key="themeDebug" piece={themeDebug} optional />}
    </ErrorBoundary>
  );
}

// Before the router: it must not learn of the entries of overlays, and a browser calls the listeners of a window in their order.
watchOverlays();
const router = createBrowserRouter([
  {
    element: <Root />,
    children: [
      ...pageRoutes.map((route) => ({ path: route.path, handle: route.handle, element: <PageAt route={route} /> })),
      { path: '*', element: <PageAt /> },
    ],
  },
]);

export function App() {
  return <RouterProvider router={router} />;
}

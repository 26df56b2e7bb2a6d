// What surrounds the screens of `routes.ts`, for members and for visitors. What only members need, above all the local database, is loaded
// when a member is signed in or about to be.
import { type ReactNode, useContext, useEffect } from 'react';
import { createBrowserRouter, Navigate, Outlet, RouterProvider, useLocation } from 'react-router-dom';
import { hasSignedOutHere, useSession } from './data/session.ts';
import { isMemberPath, requestedPageFrom, requestedPageState } from './features/account/requested-page.ts';
import { type PageRoute, pageRoutes } from './routes.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { usePageHandle } from './shell/page-handle.ts';
import { PagePiece, piece } from './shell/page-piece.tsx';
import { type ScreenModule, ScreensContext, screensFrom } from './shell/screens.ts';
import { useScrollPlaces } from './shell/scroll-places.ts';
import { beforehand } from './shell/stale-chunk.ts';
import { usePageTitle } from './shell/use-page-title.ts';
import { Spinner } from './ui/spinner.tsx';

const signedIn = piece(() => {
  // The code that opens the local store loads together with the screens, not after them. If it fails to load, its user tries again.
  beforehand(import('./data/open-store.ts')).catch(() => undefined);
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

/** Signing in needs the network, its page does not: the device keeps the app from the first visit on. The page itself loads first. */
async function keepOnDevice(): Promise<void> {
  await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
  const { keepApp } = await beforehand(import('./shell/keep-app.ts'));
  await keepApp();
}

/** A visitor who begins to type is about to sign in: what they will see first loads meanwhile. */
function useSoonSignedIn(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== '/auth') return;
    const begin = () => void signedIn.preload().catch(() => undefined);
    addEventListener('input', begin, { once: true });
    return () => removeEventListener('input', begin);
  }, [pathname]);
}

function SignedOut() {
  useEffect(() => void keepOnDevice().catch(() => undefined), []);
  useSoonSignedIn();
  usePageTitle(usePageHandle().title);
  return (
    <ScreensContext value={visitorScreens}>
      <Outlet />
    </ScreensContext>
  );
}

/** Links from mails come before everything else: they mean the same to members and visitors. */
function isMailLink(pathname: string, search: string): boolean {
  if (pathname === '/auth/reset-password') return true;
  const params = new URLSearchParams(search);
  return pathname === '/auth' && ['verify', 'address', 'invite'].some((name) => params.has(name));
}

/** The feed keeps its place by the post that was being read. */
const isFeed = (pathname: string): boolean => pathname === '/posts';

function Root() {
  const { status, user } = useSession();
  const { pathname, search } = useLocation();
  useScrollPlaces(isFeed, user?.id);
  let page: ReactNode;
  if (status === 'initialising') page = <Spinner />;
  else if (status === 'signed-out' || isMailLink(pathname, search)) page = <SignedOut />;
  else page = <PagePiece key="signedIn" piece={signedIn} />;
  return (
    <ErrorBoundary kind="application">
      {page}
      {themeDebug && <PagePiece key="themeDebug" piece={themeDebug} optional />}
    </ErrorBoundary>
  );
}

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

// Which screen stands at which path, for those who are signed in and those who are not. What only signed-in members need, the
// local database above all, is loaded when somebody is signed in or about to be.
import { type ReactNode, useEffect } from 'react';
import { createBrowserRouter, Navigate, Outlet, RouterProvider, useLocation, useRoutes } from 'react-router-dom';
import { useSession, wasLeft } from './data/session.ts';
import { askedFor, memberPages } from './features/account/asked-page.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { pageMetadata } from './shell/page-metadata.ts';
import { PagePiece, piece } from './shell/page-piece.tsx';
import { useScrollPlaces } from './shell/scroll-places.ts';
import { beforehand } from './shell/stale-chunk.ts';
import { usePageTitle } from './shell/use-page-title.ts';
import { Spinner } from './ui/spinner.tsx';

const signedIn = piece(() => {
  // What opens the local store comes beside the screens, not after them. What fails to load is asked for again by its user.
  beforehand(import('./data/open-store.ts')).catch(() => undefined);
  return import('./signed-in.tsx');
});
const landing = piece(() => import('./screens/landing.tsx'));
const auth = piece(() => import('./screens/auth.tsx'));
const googleCallback = piece(() => import('./screens/google-callback.tsx'));
const resetPassword = piece(() => import('./screens/reset-password.tsx'));

/** A button for whoever works on the look. */
const themeDebug = window.location.hostname === 'localhost' ? piece(() => import('./shell/theme-debug.tsx')) : null;

/** Signing in leads back to the page that was asked for. */
function ToAuth() {
  const location = useLocation();
  return <Navigate to="/auth" replace state={wasLeft() ? null : askedFor(location)} />;
}

function SignedOut() {
  return useRoutes([
    {
      element: <SignedOutFrame />,
      children: [
        { path: '/', element: <PagePiece key="landing" of={landing} /> },
        { path: '/auth', element: <Auth /> },
        { path: '/auth/reset-password', element: <PagePiece key="resetPassword" of={resetPassword} /> },
        { path: '/google-auth/callback', element: <PagePiece key="googleCallback" of={googleCallback} /> },
        ...memberPages.map((path) => ({ path: `/${path}/*`, element: <ToAuth /> })),
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ]);
}

/** Who begins to type is about to be a member: what they will see first comes meanwhile. */
function Auth() {
  useEffect(() => {
    const begin = () => void signedIn.preload().catch(() => undefined);
    addEventListener('input', begin, { once: true });
    return () => removeEventListener('input', begin);
  }, []);
  return <PagePiece key="auth" of={auth} />;
}

/** Signing in needs the network, its page does not: from the first visit on the device keeps the app. The page itself comes first. */
async function keepOnDevice(): Promise<void> {
  await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
  const { keepApp } = await beforehand(import('./shell/keep-app.ts'));
  await keepApp();
}

function SignedOutFrame() {
  useEffect(() => void keepOnDevice().catch(() => undefined), []);
  usePageTitle(pageMetadata(useLocation().pathname).title);
  return <Outlet />;
}

/** Links of mails come before everything else: they mean the same to whoever opens them, signed in or not. */
function isMailLink(pathname: string, search: string): boolean {
  if (pathname === '/auth/reset-password') return true;
  const params = new URLSearchParams(search);
  return pathname === '/auth' && ['verify', 'address', 'invite'].some((name) => params.has(name));
}

/** The feed holds the post that was read. */
const isFeed = (pathname: string): boolean => pathname === '/posts';

function Root() {
  const { status, user } = useSession();
  const { pathname, search } = useLocation();
  useScrollPlaces(isFeed, user?.id);
  let page: ReactNode;
  if (status === 'initialising') page = <Spinner />;
  else if (status === 'signed-out' || isMailLink(pathname, search)) page = <SignedOut />;
  else page = <PagePiece key="signedIn" of={signedIn} />;
  return (
    <ErrorBoundary kind="application">
      {page}
      {themeDebug && <PagePiece key="themeDebug" of={themeDebug} optional />}
    </ErrorBoundary>
  );
}

const router = createBrowserRouter([{ path: '*', element: <Root /> }]);

export function App() {
  return <RouterProvider router={router} />;
}

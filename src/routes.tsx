// Which screen stands at which path, for those who are signed in and those who are not. What only signed-in members need, the
// local database above all, is loaded when somebody is signed in.
import { lazy, type ReactNode, Suspense } from 'react';
import { createBrowserRouter, Navigate, Outlet, RouterProvider, ScrollRestoration, useLocation, useRoutes } from 'react-router-dom';
import { useSession } from './data/session.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { pageMetadata } from './shell/page-metadata.ts';
import { usePageTitle } from './shell/use-page-title.ts';
import { Spinner } from './ui/spinner.tsx';

const SignedIn = lazy(() => import('./shell/signed-in.tsx'));
const Landing = lazy(() => import('./screens/landing.tsx'));
const Auth = lazy(() => import('./screens/auth.tsx'));
const ResetPassword = lazy(() => import('./screens/reset-password.tsx'));

const toAuth = <Navigate to="/auth" replace />;
const membersOnly = ['posts', 'friends', 'groups', 'notifications', 'settings', 'contact', 'terms', 'privacy', 'security'];

function SignedOut() {
  return useRoutes([
    {
      element: <SignedOutFrame />,
      children: [
        { path: '/', element: <Landing /> },
        { path: '/auth', element: <Auth /> },
        { path: '/auth/reset-password', element: <ResetPassword /> },
        { path: '/google-auth/callback', element: toAuth },
        ...membersOnly.map((path) => ({ path: `/${path}/*`, element: toAuth })),
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ]);
}

function SignedOutFrame() {
  usePageTitle(pageMetadata(useLocation().pathname).title);
  return <Outlet />;
}

/** Links of mails come before everything else: they mean the same to whoever opens them, signed in or not. */
function isMailLink(pathname: string, search: string): boolean {
  if (pathname === '/auth/reset-password') return true;
  return pathname === '/auth' && (new URLSearchParams(search).has('verify') || new URLSearchParams(search).has('invite'));
}

function Root() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  let page: ReactNode;
  if (status === 'initialising') page = <Spinner />;
  else if (status === 'signed-out' || isMailLink(pathname, search)) page = <SignedOut />;
  else page = <SignedIn />;
  return (
    <ErrorBoundary kind="application">
      <Suspense fallback={<Spinner />}>{page}</Suspense>
      <ScrollRestoration />
    </ErrorBoundary>
  );
}

const router = createBrowserRouter([{ path: '*', element: <Root /> }]);

export function App() {
  return <RouterProvider router={router} />;
}

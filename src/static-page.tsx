// What `index.html` shows before the app runs: the page for visitors, and the outlines of the feed for members. The build draws it, with the
// components that the app draws it with (`scripts/static-page.ts`). It is never part of the app.
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { noProgress, unknownStatus } from '../workers/device/sync-status.ts';
import { type LocalStore, StoreContext } from './data/store/local-store.tsx';
import { BlockedProvider } from './features/friends/blocking/blocked-provider.tsx';
import { pageRoutes } from './routes.ts';
import FeedScreen from './screens/feed.tsx';
import LandingScreen from './screens/landing.tsx';
import { Layout } from './shell/layout.tsx';
import type { Width } from './ui/behaviour/use-media.ts';

/** A store that has not answered yet. It has no queries, since no effect runs in a build, and nothing would subscribe to them. */
const silentStore = {
  userId: '',
  collections: new Proxy({}, { get: () => ({ find: () => null }) }),
  connection: {
    subscribe: () => () => {},
    snapshot: () => ({ status: unknownStatus, progress: noProgress, refused: [], failedPhotos: [], leads: false }),
  },
} as unknown as LocalStore;

const minWidths: Readonly<Record<Width, readonly string[]>> = {
  phone: [],
  tablet: ['(min-width: 641px)'],
  desktop: ['(min-width: 641px)', '(min-width: 1024px)'],
};

/** A page as it is at first on a screen of this width, when nothing else is known. */
function drawn(path: string, page: ReactNode, frame?: ReactNode, width: Width = 'phone'): string {
  const known = globalThis.matchMedia;
  // An installed app is not offered for installation.
  const matching = [...minWidths[width], '(display-mode: standalone)'];
  globalThis.matchMedia = ((query: string) => ({ matches: matching.includes(query) })) as typeof known;
  try {
    const routes = pageRoutes.map((route) => ({ path: route.path, handle: route.handle, element: page }));
    const router = createMemoryRouter([{ element: frame, children: routes }], { initialEntries: [path] });
    return renderToStaticMarkup(<RouterProvider router={router} />);
  } finally {
    globalThis.matchMedia = known;
  }
}

export const landing = (): string => drawn('/', <LandingScreen />);

export const feedOutline = (width: Width): string =>
  drawn(
    '/posts',
    <FeedScreen />,
    <StoreContext value={silentStore}>
      <BlockedProvider>
        <Layout />
      </BlockedProvider>
    </StoreContext>,
    width,
  );

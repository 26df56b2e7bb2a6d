// Everything that only members see: the local database, the bars, and their pages.
import { lazy, useEffect } from 'react';
import { Navigate, useRoutes } from 'react-router-dom';
import { LocalStoreProvider } from '../data/local-store.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Layout } from './layout.tsx';
import { registerServiceWorker } from './service-worker.ts';
import { StoreFailed, StoreOutdated } from './store-failed.tsx';
import { ThemeSync } from './theme-sync.tsx';
import { Welcome } from './welcome.tsx';

const screens = {
  feed: () => import('../screens/feed.tsx'),
  post: () => import('../screens/post.tsx'),
  postForm: () => import('../screens/post-form.tsx'),
  friends: () => import('../screens/friends.tsx'),
  groups: () => import('../screens/groups.tsx'),
  notifications: () => import('../screens/notifications.tsx'),
  settings: () => import('../screens/settings.tsx'),
};
const Feed = lazy(screens.feed);
const Post = lazy(screens.post);
const PostForm = lazy(screens.postForm);
const Friends = lazy(screens.friends);
const Groups = lazy(screens.groups);
const Notifications = lazy(screens.notifications);
const Settings = lazy(screens.settings);

function Pages() {
  return useRoutes([
    {
      element: <Layout />,
      children: [
        { path: '/posts', element: <Feed /> },
        { path: '/posts/create', element: <PostForm /> },
        { path: '/posts/:postId/edit', element: <PostForm /> },
        { path: '/posts/:postId', element: <Post /> },
        { path: '/friends', element: <Friends /> },
        { path: '/friends/*', element: <Navigate to="/friends" replace /> },
        { path: '/groups', element: <Groups /> },
        { path: '/groups/*', element: <Navigate to="/groups" replace /> },
        { path: '/notifications', element: <Notifications /> },
        { path: '/settings', element: <Settings /> },
        { path: '*', element: <Navigate to="/posts" replace /> },
      ],
    },
  ]);
}

export default function SignedIn() {
  useEffect(() => {
    void registerServiceWorker();
    // Every page is at hand before the network goes. What cannot be had now is asked for again when it is opened.
    const preload = () => void Promise.allSettled(Object.values(screens).map((load) => load()));
    const timer = setTimeout(preload, 1500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <LocalStoreProvider
        opening={<Welcome />}
        failed={(retry, error) => <StoreFailed onRetry={retry} error={error} />}
        outdated={(reload) => <StoreOutdated onReload={reload} />}
      >
        <ThemeSync />
        <Pages />
      </LocalStoreProvider>
      <Toasts />
    </>
  );
}

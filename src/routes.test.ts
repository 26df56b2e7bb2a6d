import { readdirSync } from 'node:fs';
import { matchRoutes } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { pageRoutes } from './routes.ts';
import { backAction, showsBack, showsTabBar } from './shell/bars/page-bars.ts';
import { handleOf, type PageHandle } from './shell/bars/page-handle.ts';

/** The same as `usePageHandle`. */
function handleAt(path: string): PageHandle {
  const match = matchRoutes([...pageRoutes], path)?.at(-1);
  return handleOf(match && { handle: match.route.handle, params: match.params });
}

test.each([
  ['/', 'Home', 'auth', undefined],
  ['/auth', 'Login', 'auth', undefined],
  ['/posts', 'Posts', 'main', undefined],
  ['/friends', 'Friends', 'main', undefined],
  ['/groups', 'Groups', 'main', undefined],
  ['/posts/42', 'Post', 'detail', '/posts'],
  ['/friends/42', 'Friend', 'detail', '/friends'],
  ['/groups/42', 'Group', 'detail', '/groups'],
  ['/friends/42/photos', 'Photos', 'detail', '/friends/42'],
  ['/groups/42/photos', 'Photos', 'detail', '/groups/42/settings'],
  ['/notifications', 'Notifications', 'detail', '/posts'],
  ['/posts/create', 'Create Post', 'modal', '/posts'],
  ['/posts/42/edit', 'Edit Post', 'modal', '/posts/42'],
  ['/groups/create', 'Create Group', 'modal', '/groups'],
  ['/groups/42/settings', 'Group Settings', 'modal', '/groups/42'],
  ['/settings', 'Settings', 'modal', '/posts'],
  ['/share', 'Shared with Kith', 'modal', '/posts'],
  ['/contact', 'Contact', 'modal', '/settings'],
  ['/terms', 'Terms & Conditions', 'modal', '/settings'],
  ['/privacy', 'Privacy Policy', 'modal', '/settings'],
  ['/security', 'Security Guide', 'modal', '/settings'],
  ['/chat', 'Kith', 'main', undefined],
])('%s is %s, %s, back to %s', (path, title, kind, back) => {
  expect(handleAt(path)).toMatchObject({ title, kind, ...(back ? { back } : {}) });
  expect(handleAt(path).back).toBe(back);
});

test('a path with a slash at its end is the same page', () => {
  expect(handleAt('/posts/').title).toBe('Posts');
  expect(handleAt('/posts/42/').back).toBe('/posts');
});

describe('back', () => {
  test('a handler of the page comes first', () => {
    expect(backAction(handleAt('/posts/42'), true)).toEqual({ kind: 'handler' });
  });
  test('then the back target', () => {
    expect(backAction(handleAt('/posts/42/edit'), false)).toEqual({ kind: 'path', path: '/posts/42' });
  });
  test('then the history', () => {
    expect(backAction(handleAt('/chat'), false)).toEqual({ kind: 'history' });
  });
});

test('the bars: the tab bar on main pages, back on detail and modal pages but /notifications', () => {
  const bars = (path: string) => {
    const handle = handleAt(path);
    return [showsTabBar(handle), showsBack(handle, path)];
  };
  expect(bars('/auth')).toEqual([false, false]);
  expect(bars('/posts')).toEqual([true, false]);
  expect(bars('/posts/42')).toEqual([false, true]);
  expect(bars('/posts/create')).toEqual([false, true]);
  expect(bars('/settings')).toEqual([false, true]);
  expect(bars('/notifications')).toEqual([false, false]);
});

test('every screen of the table is a file', () => {
  const files = new Set(readdirSync(new URL('./screens/', import.meta.url)));
  expect(pageRoutes.map(({ screen }) => `${screen}.tsx`).filter((file) => !files.has(file))).toEqual([]);
});

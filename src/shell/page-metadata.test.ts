import { describe, expect, test } from 'vitest';
import { backAction, pageMetadata, showsBack, showsTabBar, showsTopBar } from './page-metadata.ts';

test.each([
  ['/', 'Home', 'auth', undefined],
  ['/auth', 'Login', 'auth', undefined],
  ['/posts', 'Posts', 'main', undefined],
  ['/friends', 'Friends', 'main', undefined],
  ['/groups', 'Groups', 'main', undefined],
  ['/posts/42', 'Post', 'detail', '/posts'],
  ['/friends/42', 'Friend', 'detail', '/friends'],
  ['/groups/42', 'Group', 'detail', '/groups'],
  ['/notifications', 'Notifications', 'detail', '/posts'],
  ['/posts/create', 'Create Post', 'modal', '/posts'],
  ['/posts/42/edit', 'Edit Post', 'modal', '/posts/42'],
  ['/groups/create', 'Create Group', 'modal', '/groups'],
  ['/groups/42/settings', 'Group Settings', 'modal', '/groups/42'],
  ['/settings', 'Settings', 'modal', '/posts'],
  ['/contact', 'Contact', 'modal', '/settings'],
  ['/terms', 'Terms & Conditions', 'modal', '/settings'],
  ['/privacy', 'Privacy Policy', 'modal', '/settings'],
  ['/security', 'Security Guide', 'modal', '/settings'],
  ['/chat', 'Kith', 'main', undefined],
])('%s is %s, %s, back to %s', (path, title, type, back) => {
  expect(pageMetadata(path)).toEqual({ title, type, back });
});

test('a path with a stroke at its end is the same page', () => {
  expect(pageMetadata('/posts/').title).toBe('Posts');
  expect(pageMetadata('/posts/42/').back).toBe('/posts');
});

describe('back', () => {
  test('a handler of the page comes first', () => {
    expect(backAction(pageMetadata('/posts/42'), true)).toEqual({ kind: 'handler' });
  });
  test('then the back target', () => {
    expect(backAction(pageMetadata('/posts/42/edit'), false)).toEqual({ kind: 'path', path: '/posts/42' });
  });
  test('then the history', () => {
    expect(backAction(pageMetadata('/chat'), false)).toEqual({ kind: 'history' });
  });
});

test('the bars: the top bar everywhere but on auth pages, the tab bar on main pages, back on detail and modal pages but /notifications', () => {
  const bars = (path: string) => {
    const metadata = pageMetadata(path);
    return [showsTopBar(metadata), showsTabBar(metadata), showsBack(metadata, path)];
  };
  expect(bars('/auth')).toEqual([false, false, false]);
  expect(bars('/posts')).toEqual([true, true, false]);
  expect(bars('/posts/42')).toEqual([true, false, true]);
  expect(bars('/posts/create')).toEqual([true, false, true]);
  expect(bars('/settings')).toEqual([true, false, true]);
  expect(bars('/notifications')).toEqual([true, false, false]);
});

import { expect, test } from 'vitest';
import { pageAfterSignIn } from './page-after-sign-in.ts';
import { requestedPageFrom, requestedPageState } from './requested-page.ts';

const ORIGIN = 'https://kith.test';

test.for([
  ['/posts/018f?comment=7#reply', '/posts/018f?comment=7#reply'],
  ['/groups', '/groups'],
  ['/friends/../settings', '/settings'],
])('%s is opened', ([asked = '', page]) => {
  expect(pageAfterSignIn(asked, ORIGIN)).toBe(page);
});

test.for([
  undefined,
  null,
  '',
  'posts/1',
  '//evil.test/posts/1',
  '/\\evil.test/posts/1',
  '/\t/evil.test/posts/1',
  'https://evil.test/posts/1',
  'https://kith.test/posts/1',
  'javascript:alert(1)',
  '/posts/../auth#verify=token',
  '/google-auth/callback?code=1',
  '/auth/reset-password#token=1',
  '/api/auth/sign-out',
  '/postscript',
  '/',
])('%s is not opened, and the feed is shown instead', (asked) => {
  expect(pageAfterSignIn(asked, ORIGIN)).toBe('/posts');
});

test('the sign-in page reads the page that was passed along to it', () => {
  const state = requestedPageState({ pathname: '/posts/1', search: '?a=b', hash: '#c' });
  expect(requestedPageFrom(state)).toBe('/posts/1?a=b#c');
  for (const other of [null, undefined, { mode: 'code' }]) expect(requestedPageFrom(other)).toBeUndefined();
});

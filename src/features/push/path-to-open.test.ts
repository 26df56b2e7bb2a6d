/** Which messages of the service worker open a page. */
import { expect, test } from 'vitest';
import { pathToOpen } from './path-to-open.ts';

const isKnown = (pathname: string) => pathname === '/posts' || pathname.startsWith('/posts/');

test.for([
  [{ type: 'OPEN', path: '/posts/1?comment=2' }, '/posts/1?comment=2'],
  [{ type: 'OPEN', path: '/posts#end' }, '/posts#end'],
  [{ type: 'OPEN', path: '//posts' }, undefined],
  [{ type: 'OPEN', path: '/\\posts' }, undefined],
  [{ type: 'OPEN', path: 'https://evil.example/posts' }, undefined],
  [{ type: 'OPEN', path: 'posts' }, undefined],
  [{ type: 'OPEN', path: '' }, undefined],
  [{ type: 'OPEN', path: '/nowhere?/posts' }, undefined],
  [{ type: 'OPEN' }, undefined],
  [{ type: 'VERSION', path: '/posts' }, undefined],
  [null, undefined],
  ['OPEN', undefined],
] as const)('of %j it opens %s', ([message, path]) => {
  expect(pathToOpen(message && typeof message === 'object' ? { ...message, until: 5 } : message, isKnown, 5)).toBe(path);
});

test('a message that the worker has given up opens nothing', () => {
  expect(pathToOpen({ type: 'OPEN', path: '/posts', until: 5 }, isKnown, 6)).toBeUndefined();
  expect(pathToOpen({ type: 'OPEN', path: '/posts' }, isKnown, 6)).toBeUndefined();
});

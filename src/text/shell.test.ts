import { expect, test } from 'vitest';
import { badgeText, failureKind } from './shell.ts';

test('the badge counts to 99', () => {
  expect([1, 99, 100].map(badgeText)).toEqual(['1', '99', '99+']);
});

test.each([
  [new TypeError('Failed to fetch dynamically imported module: /assets/feed-1.js'), 'chunk'],
  [new TypeError('error loading dynamically imported module: /assets/feed-1.js'), 'chunk'],
  [new TypeError('Importing a module script failed.'), 'chunk'],
  [new Error('Unable to preload CSS for /assets/feed-1.css'), 'chunk'],
  [new TypeError('Failed to fetch'), 'network'],
  [new TypeError('NetworkError when attempting to fetch resource.'), 'network'],
  [new TypeError('Load failed'), 'network'],
  [new TypeError("Cannot read properties of undefined (reading 'content')"), 'data'],
  [new RangeError('Invalid array length'), 'other'],
  ['thrown as a word', 'other'],
])('%s is a failure of kind %s', (error, kind) => {
  expect(failureKind(error)).toBe(kind);
});

import { expect, test } from 'vitest';
import { cleanMessage, cleanPath, cleanReport, framesOf } from './error-report.ts';

test.each([
  ['TypeError', "Cannot read properties of undefined (reading 'content')", "Cannot read properties of undefined (reading 'content')"],
  ['SyntaxError', `Unexpected token 'S', "Soup at seven" is not valid JSON`, ''],
  ['Error', 'Nobody has "Soup at seven"', 'Nobody has …'],
  ['Error', "Nobody has 'Soup at seven'", 'Nobody has …'],
  ['Error', 'no such member: ana.ribeiro@kith.test', 'no such member: …'],
  ['Error', 'token eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl is old', 'token … is old'],
  ['Error', 'Failed at https://kith.test/auth?verify=secret', 'Failed at /auth'],
  ['Error', 'x'.repeat(500), '…'],
])('%s: %s', (name, message, cleaned) => {
  expect(cleanMessage(name, message)).toBe(cleaned);
});

test.each([
  ['/posts/01a20251-3964-7405-b101-eca858376355/edit?refused=1', '/posts/:id/edit'],
  ['/auth?verify=secret#more', '/auth'],
  ['/auth#verify=secret', '/auth'],
  ['/images/01a2025139647405.webp', '/images/:id'],
  ['/notifications', '/notifications'],
])('the page %s is reported as %s', (address, path) => {
  expect(cleanPath(address)).toBe(path);
});

test('frames are read from the stack traces of all browsers', () => {
  const place = { function: 'Feed', file: 'feed-B1.js', line: 12, column: 34 };
  expect(framesOf('TypeError: x\n    at Feed (https://kith.test/assets/feed-B1.js:12:34)')).toEqual([place]);
  expect(framesOf('Feed@https://kith.test/assets/feed-B1.js:12:34')).toEqual([place]);
  expect(framesOf('    at https://kith.test/posts/secret:1:2')).toEqual([{ function: '', file: '', line: 1, column: 2 }]);
});

test('a cleaned report stays as it is', () => {
  const report = cleanReport({
    kind: 'error',
    name: 'TypeError',
    message: `"secret" at https://kith.test/posts/1 of ana@kith.test`,
    frames: framesOf('    at Feed (https://kith.test/assets/feed-B1.js:12:34)'),
    page: '/posts/01a20251-3964-7405-b101-eca858376355',
    userAgent: 'a browser',
  });
  expect(cleanReport(report)).toEqual(report);
  expect(JSON.stringify(report)).not.toMatch(/secret|ana@/);
});

import { expect, test } from 'vitest';
import { differences, list } from './differences.ts';

test('what is listed is compared name for name, in any order, each as often as it is', () => {
  const bounds = { statements: ['begin', 'insert posts', 'commit'] };
  expect(differences('post', { statements: ['begin', 'commit', 'insert posts'] }, bounds)).toEqual([]);
  expect(differences('post', { statements: ['begin', 'select friends', 'select friends', 'commit'] }, bounds)).toEqual([
    'post: 4 statements, 3 expected: +select friends, +select friends, -insert posts',
  ]);
  expect(differences('post', { statements: [] }, { statements: [] })).toEqual([]);
});

test('a number may be smaller than its bound, not larger; what was not counted is missed', () => {
  expect(differences('pull', { bytes: 90 }, { bytes: 100 })).toEqual([]);
  expect(differences('pull', { bytes: 101 }, { bytes: 100 })).toEqual(['pull: 101 bytes, at most 100 expected']);
  expect(differences('post', { renders: ['post', 'post'] }, { renders: 1 })).toEqual(['post: 2 renders, at most 1 expected']);
  expect(differences('pull', {}, { bytes: 100 })).toEqual(['pull: no bytes counted']);
});

test('a list may say how often a name is in it', () => {
  expect(list('read posts, 2 read 12 tables')).toEqual(['read posts', 'read 12 tables', 'read 12 tables']);
  expect(list('')).toEqual([]);
});

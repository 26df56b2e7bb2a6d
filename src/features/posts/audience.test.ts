import { expect, test } from 'vitest';
import { visibilityTypes } from '../../../schemas/posts/post.ts';
import { widens } from './audience.ts';

test('from oneself to anybody else is wider, back again is not', () => {
  for (const other of visibilityTypes.filter((type) => type !== 'private')) {
    expect(widens('private', other)).toBe(true);
    expect(widens(other, 'private')).toBe(false);
  }
});

test('no audience is wider than itself', () => {
  for (const type of visibilityTypes) expect(widens(type, type)).toBe(false);
});

test('the network is wider than friends, friends wider than some of them', () => {
  expect(widens('friends', 'friends_of_friends')).toBe(true);
  expect(widens('specific', 'friends')).toBe(true);
  expect(widens('public', 'friends')).toBe(false);
});

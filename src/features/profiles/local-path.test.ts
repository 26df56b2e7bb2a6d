import { expect, test } from 'vitest';
import { networkOf } from '../friends/network.ts';
import { localPath } from './local-path.ts';

/** `ana-ben`: Ben is a friend of Ana. Earlier pairs are older friendships. */
const held = (...pairs: string[]) =>
  pairs.map((pair, day) => {
    const [user_id = '', friend_id = ''] = pair.split('-');
    return { user_id, friend_id, created_at: `2026-01-0${day + 1}T00:00:00.000Z` };
  });
const path = (person: string, rows: ReturnType<typeof held>, blocked: readonly string[] = []) =>
  localPath('ana', person, networkOf('ana', rows, new Set(blocked)));

test('the path to yourself is only you', () => {
  expect(path('ana', [])).toEqual(['ana']);
});

test('a direct friend comes next, no matter who else knows them', () => {
  expect(path('ben', held('ana-ben', 'ana-cleo', 'cleo-ben'))).toEqual(['ana', 'ben']);
});

test('a friend of a friend comes through the longest friendship, whatever the order of the rows', () => {
  const rows = held('ana-cleo', 'ana-ben', 'cleo-dora', 'ben-dora');
  expect(path('dora', rows)).toEqual(['ana', 'cleo', 'dora']);
  expect(path('dora', rows.toReversed())).toEqual(['ana', 'cleo', 'dora']);
});

test('there is no path through a former friend, beyond the stored rows, or to or through a blocked member', () => {
  expect(path('dora', held('ben-dora', 'ben-ana'))).toBeNull();
  expect(path('emil', held('ana-ben', 'ben-dora', 'dora-emil'))).toBeNull();
  expect(path('dora', held('ana-ben', 'ben-dora'), ['ben'])).toBeNull();
  expect(path('dora', held('ana-ben', 'ben-dora'), ['dora'])).toBeNull();
});

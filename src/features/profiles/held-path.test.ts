import { expect, test } from 'vitest';
import { heldPath } from './held-path.ts';

/** `ana-ben`: Ben is a friend of Ana's. */
const held = (...pairs: string[]) =>
  pairs.map((pair) => {
    const [user_id = '', friend_id = ''] = pair.split('-');
    return { user_id, friend_id };
  });

test('one is where one is', () => {
  expect(heldPath('ana', 'ana', [])).toEqual(['ana']);
});

test('a friend comes next, whoever else knows them', () => {
  expect(heldPath('ana', 'ben', held('ana-ben', 'ana-cleo', 'cleo-ben'))).toEqual(['ana', 'ben']);
});

test('a friend of a friend comes through the same one at every time', () => {
  const rows = held('ana-cleo', 'ana-ben', 'cleo-dora', 'ben-dora');
  expect(heldPath('ana', 'dora', rows)).toEqual(['ana', 'ben', 'dora']);
  expect(heldPath('ana', 'dora', rows.toReversed())).toEqual(['ana', 'ben', 'dora']);
});

test('no way leads over somebody who is no friend any more, nor further than is held', () => {
  expect(heldPath('ana', 'dora', held('ben-dora', 'ben-ana'))).toBeNull();
  expect(heldPath('ana', 'emil', held('ana-ben', 'ben-dora', 'dora-emil'))).toBeNull();
});

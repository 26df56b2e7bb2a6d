import { expect, test } from 'vitest';
import { newestStates } from './local-store.tsx';

const state = (primary: string, revision: string) => ({ primary, revision });

test('a row that a query contains twice is shown once, in its newest state and place', () => {
  const [pending, accepted] = [state('a', '1-x'), state('a', '10-x')];
  const other = state('b', '9-x');
  expect(newestStates([accepted, other, pending])).toEqual([accepted, other]);
  expect(newestStates([pending, other, accepted])).toEqual([other, accepted]);
  expect(newestStates([other, other, accepted])).toEqual([other, accepted]);
});

test('rows without duplicates stay the same list', () => {
  const rows = [state('a', '2-x'), state('b', '1-x')];
  expect(newestStates(rows)).toBe(rows);
});

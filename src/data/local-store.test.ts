import { expect, test } from 'vitest';
import { newestStates } from './local-store.tsx';

const state = (primary: string, revision: string) => ({ primary, revision });

test('a row that a query holds twice is shown once, as it is now and where it stands now', () => {
  const [pending, accepted] = [state('a', '1-x'), state('a', '10-x')];
  const other = state('b', '9-x');
  expect(newestStates([accepted, other, pending])).toEqual([accepted, other]);
  expect(newestStates([pending, other, accepted])).toEqual([other, accepted]);
});

test('rows that are there once stay the same list', () => {
  const rows = [state('a', '2-x'), state('b', '1-x')];
  expect(newestStates(rows)).toBe(rows);
});

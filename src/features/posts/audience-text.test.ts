import { expect, test } from 'vitest';
import { audienceSummary } from './audience-text.ts';

const further = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `f${n}`, through: ['ana'] }));
const network = { direct: ['ana', 'ruth'], further: further(25) };

test('an audience is summed up by who is in it', () => {
  expect(audienceSummary({ visibility_type: 'friends', specific_user_ids: [] }, network)).toBe('2 friends');
  expect(audienceSummary({ visibility_type: 'friends_of_friends', specific_user_ids: [] }, network)).toBe(
    '2 friends and 25 of their friends',
  );
  expect(audienceSummary({ visibility_type: 'friends', specific_user_ids: [] }, { direct: ['ana'], further: [] })).toBe('1 friend');
  expect(audienceSummary({ visibility_type: 'specific', specific_user_ids: ['x'] }, network)).toBe('1 person');
});

import { expect, test } from 'vitest';
import { networkOf, peopleOf, throughText } from './network.ts';

const row = (user_id: string, friend_id: string, day = 1) => ({ user_id, friend_id, created_at: `2026-01-0${day}T00:00:00.000Z` });
const nobody = new Set<string>();

test('friends come in the order of their friendship; each friend of theirs comes once, with all friends in between', () => {
  const rows = [
    row('me', 'ruth', 2),
    row('me', 'ana', 1),
    row('ana', 'me'),
    row('ana', 'elif'),
    row('ana', 'ruth'),
    row('ruth', 'elif'),
    row('ruth', 'me'),
  ];
  expect(networkOf('me', rows, nobody)).toEqual({ direct: ['ana', 'ruth'], further: [{ id: 'elif', through: ['ana', 'ruth'] }] });
});

test('friendships with the same time are ordered by id', () => {
  const rows = [row('me', 'ruth'), row('me', 'ana'), row('ruth', 'elif'), row('ana', 'elif')];
  expect(networkOf('me', rows, nobody).further).toEqual([{ id: 'elif', through: ['ana', 'ruth'] }]);
});

test('rows of a former friend lead nowhere', () => {
  expect(networkOf('me', [row('ana', 'elif'), row('ana', 'me')], nobody)).toEqual({ direct: [], further: [] });
});

test('a blocked member is not reached, and nobody is reached through them', () => {
  const rows = [row('me', 'ana'), row('ana', 'elif'), row('me', 'ruth'), row('ruth', 'ana'), row('ruth', 'yuki')];
  expect([...peopleOf(networkOf('me', rows, new Set(['ana'])))]).toEqual(['ruth', 'yuki']);
});

test('the line "Through …" names at most two friends', () => {
  expect(throughText(['Ana Ribeiro'])).toBe('Through Ana');
  expect(throughText(['Ana Ribeiro', 'Ruth Adeyemi'])).toBe('Through Ana and Ruth');
  expect(throughText(['Ana', 'Ruth', 'Jonas', 'Priya'])).toBe('Through Ana, Ruth and 2 more');
});

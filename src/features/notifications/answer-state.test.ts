import { expect, test } from 'vitest';
import { answerState } from './answer-state.ts';

const outside = { inGroup: false };

test.each(['friend_request_sent', 'group_invitation'] as const)('%s is open until it is answered on any device', (type) => {
  expect(answerState(type, { ...outside, status: 'pending' })).toBe('open');
  expect(answerState(type, { ...outside, status: 'accepted' })).toBe('accepted');
  expect(answerState(type, { ...outside, status: 'declined' })).toBe('declined');
  expect(answerState(type, { ...outside, status: undefined })).toBeUndefined();
});

test('a member of the group has accepted, although the invitation no longer exists', () => {
  expect(answerState('group_invitation', { inGroup: true, status: undefined })).toBe('accepted');
});

test('a notification that is no invitation has no answer', () => {
  expect(answerState('friend_request_accepted', { inGroup: true, status: 'accepted' })).toBeUndefined();
  expect(answerState('group_message', { inGroup: true, status: 'pending' })).toBeUndefined();
});

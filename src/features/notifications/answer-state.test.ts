import { expect, test } from 'vitest';
import { answerState } from './answer-state.ts';

const outside = { inGroup: false };

test.each(['friend_request_sent', 'group_invitation'] as const)('%s is open until it is answered, wherever that was', (type) => {
  expect(answerState(type, { ...outside, status: 'pending' })).toBe('open');
  expect(answerState(type, { ...outside, status: 'accepted' })).toBe('accepted');
  expect(answerState(type, { ...outside, status: 'declined' })).toBe('declined');
  expect(answerState(type, { ...outside, status: undefined })).toBeUndefined();
});

test('who is in the group has accepted, although the invitation is gone', () => {
  expect(answerState('group_invitation', { inGroup: true, status: undefined })).toBe('accepted');
});

test('what invites nobody has no answer', () => {
  expect(answerState('friend_request_accepted', { inGroup: true, status: 'accepted' })).toBeUndefined();
  expect(answerState('group_message', { inGroup: true, status: 'pending' })).toBeUndefined();
});

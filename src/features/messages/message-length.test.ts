import { expect, test } from 'vitest';
import { canSendMessage, messageCounter } from './message-length.ts';

test('the remaining count is shown beyond four fifths', () => {
  expect(messageCounter('x'.repeat(4000))).toBeUndefined();
  expect(messageCounter('x'.repeat(4001))).toBe('999 characters remaining');
  expect(messageCounter('x'.repeat(5000))).toBe('0 characters remaining');
});

test('a blank or too long message cannot be sent', () => {
  expect(canSendMessage('\u200B\u2800')).toBe(false);
  expect([canSendMessage(''), canSendMessage(' \n '), canSendMessage('x'.repeat(5001)), canSendMessage('Soup?')]).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

import { expect, test } from 'vitest';
import { examplePhoto } from '../../../schemas/images/photo.ts';
import type { MessageText } from '../../../schemas/messages/group-message.ts';
import { canSendMessage, messageCounter } from './message-length.ts';

test('the remaining count is shown beyond four fifths', () => {
  expect(messageCounter('x'.repeat(4000))).toBeUndefined();
  expect(messageCounter('x'.repeat(4001))).toBe('999 characters remaining');
  expect(messageCounter('x'.repeat(5000))).toBe('0 characters remaining');
});

test('a blank or too long message cannot be sent', () => {
  const sends = (content: string, photos: MessageText['photos'] = []) => canSendMessage({ content, photos });
  expect(['\u200B\u2800', '', ' \n ', 'x'.repeat(5001), 'Soup?'].map((text) => sends(text))).toEqual([false, false, false, false, true]);
  expect(['', 'Soup?', 'x'.repeat(5001)].map((text) => sends(text, [examplePhoto]))).toEqual([true, true, false]);
});

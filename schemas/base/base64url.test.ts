import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readBase64url } from './base64url.ts';

test('bytes of every length come back, with and without padding', () => {
  for (let length = 0; length < 70; length += 1) {
    const bytes = randomBytes(length);
    const text = bytes.toString('base64url');
    const padded = text.padEnd(Math.ceil(text.length / 4) * 4, '=');
    for (const each of [text, padded]) expect(Buffer.from(readBase64url(each) ?? [])).toEqual(bytes);
  }
});

test.each(['a', 'abcde', 'ab=', 'abc==', 'a+bc', 'a/bc', 'ab c', 'ab\n', 'abcd=', '=', 'äbcd', 'ab=c'])('%j is no base64url', (text) => {
  expect(readBase64url(text)).toBeNull();
});

import { expect, test } from 'vitest';
import { inviteEmailError } from './invite-email.ts';

test.each([
  ['', 'Please enter an email address'],
  ['   ', 'Please enter an email address'],
  ['\u200B', 'Please enter an email address'],
  ['mik\u200Bkel@sand.example', 'This has characters that nobody can see. Please type it again.'],
  ['mikkel@sand', 'Please enter a valid email address'],
  ['mikkel sand@sand.example', 'Please enter a valid email address'],
  ['mikkel', 'Please enter a valid email address'],
  [' 0193F1C2-5A7B-7C3D-8E9F-0123456789AB ', null],
  ['0193f1c2-5a7b', 'Please enter a valid email address'],
  [' Mikkel@Sand.example ', null],
])('%j says %j', (typed, error) => {
  expect(inviteEmailError(typed)).toBe(error);
});

import { expect, test } from 'vitest';
import { signOutQuestion } from './account.ts';

test.each([
  [{ unsent: 1, refused: 0, drafts: 0 }, 'This device holds one thing that is not sent yet. Signing out erases it.'],
  [{ unsent: 0, refused: 2, drafts: 0 }, 'This device holds 2 things that were sent back to you. Signing out erases all of it.'],
  [
    { unsent: 0, refused: 1, drafts: 1 },
    'This device holds one thing that was sent back to you and one text that you began. Signing out erases all of it.',
  ],
  [
    { unsent: 3, refused: 1, drafts: 2 },
    'This device holds 3 things that are not sent yet, one thing that was sent back to you and 2 texts that you began.',
  ],
])('%j is named before it is erased', (unfinished, words) => {
  expect(signOutQuestion(unfinished)).toContain(words);
});

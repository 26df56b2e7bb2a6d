import { expect, test } from 'vitest';
import { signOutQuestion } from './account.ts';

test.each([
  [{ pending: 1, refused: 0, drafts: 0 }, 'This device holds one thing that was not sent. Signing out erases it.'],
  [{ pending: 0, refused: 2, drafts: 0 }, 'This device holds 2 things that were not accepted. Signing out erases all of it.'],
  [{ pending: 0, refused: 1, drafts: 1 }, 'This device holds one thing that was not accepted and one draft. Signing out erases all of it.'],
  [{ pending: 3, refused: 1, drafts: 2 }, 'This device holds 3 things that were not sent, one thing that was not accepted and 2 drafts.'],
])('%j is named before it is erased', (unfinished, words) => {
  expect(signOutQuestion(unfinished)).toContain(words);
});

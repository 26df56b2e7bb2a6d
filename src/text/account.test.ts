import { expect, test } from 'vitest';
import type { Unfinished } from '../data/drafts/unfinished.ts';
import { signOutQuestion } from './account.ts';

test.each<[Partial<Unfinished>, string]>([
  [{ pending: 1 }, 'This device holds one thing that was not sent. Signing out erases it.'],
  [{ refused: 2 }, 'This device holds 2 things that were not accepted. Signing out erases all of it.'],
  [{ refused: 1, drafts: 1 }, 'This device holds one thing that was not accepted and one draft. Signing out erases all of it.'],
  [{ photos: 1 }, 'This device holds one photo that was not sent. Signing out erases it.'],
  [{ photos: 2, drafts: 1 }, 'This device holds 2 photos that were not sent and one draft. Signing out erases all of it.'],
  [{ drafts: 1, shares: 1 }, 'This device holds one draft and one thing that another app shared. Signing out erases all of it.'],
  [{ pending: 3, refused: 1, drafts: 2 }, 'This device holds 3 things that were not sent, one thing that was not accepted and 2 drafts.'],
])('%j is named before it is erased', (unfinished, words) => {
  expect(signOutQuestion({ pending: 0, photos: 0, refused: 0, drafts: 0, shares: 0, ...unfinished })).toContain(words);
});

import type { Unfinished } from '../data/unfinished.ts';

/** The words of signing out. */
export const signOutText = {
  button: 'Sign out',
  busy: 'Signing out...',
  title: 'Sign out and erase this?',
  confirm: 'Sign out and erase',
  cancel: 'Stay signed in',
  uncounted: 'It could not be seen what on this device has not been sent. Signing out erases all of it.',
} as const;

const listed = (parts: readonly string[]): string => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');

/** What would be lost by signing out: 'This device holds one thing that is not sent yet and 2 texts that you began. ...' */
export function signOutQuestion({ unsent, refused, drafts }: Omit<Unfinished, 'photo'>): string {
  const parts = [
    unsent > 0 ? (unsent === 1 ? 'one thing that is not sent yet' : `${unsent} things that are not sent yet`) : '',
    refused > 0 ? (refused === 1 ? 'one thing that was sent back to you' : `${refused} things that were sent back to you`) : '',
    drafts > 0 ? (drafts === 1 ? 'one text that you began' : `${drafts} texts that you began`) : '',
  ].filter(Boolean);
  const all = unsent + refused + drafts === 1 ? 'it' : 'all of it';
  return `This device holds ${listed(parts)}. Signing out erases ${all}. Stay signed in, and you find ${all} in the outbox.`;
}

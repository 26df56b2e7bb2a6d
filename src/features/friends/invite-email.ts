import { emailSchema } from '../../../schemas/account/account.ts';

/** What is wrong with an address as it was typed; null where it can be sent. */
export function inviteEmailError(typed: string): string | null {
  if (typed.trim() === '') return 'Please enter an email address';
  return emailSchema.safeParse(typed).success ? null : 'Please enter a valid email address';
}

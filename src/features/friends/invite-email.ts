import { emailSchema } from '../../../schemas/account/account.ts';
import { messages } from '../../text/messages.ts';

/** What is wrong with an address as it was typed; null where it can be sent. */
export function inviteEmailError(typed: string): string | null {
  if (typed.trim() === '') return messages.ADDRESS_MISSING;
  return emailSchema.safeParse(typed).success ? null : messages.ADDRESS_INVALID;
}

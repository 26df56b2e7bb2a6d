import { emailSchema } from '../../../schemas/account/account.ts';
import { isBlank, isHiddenCharacters } from '../../../schemas/protocol/text.ts';
import { messages } from '../../text/messages.ts';

/** What is wrong with an address as it was typed; null where it can be sent. */
export function inviteEmailError(typed: string): string | null {
  if (isBlank(typed)) return messages.ADDRESS_MISSING;
  const { success, error } = emailSchema.safeParse(typed);
  if (isHiddenCharacters(error)) return messages.HIDDEN_CHARACTERS;
  return success ? null : messages.ADDRESS_INVALID;
}

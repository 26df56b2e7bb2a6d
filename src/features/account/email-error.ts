import { emailSchema } from '../../../schemas/account/account.ts';
import { isBlank, isHiddenCharacters } from '../../../schemas/base/text.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { authText } from '../../text/auth.ts';

/** The error for an account address as it was typed; undefined if it can be an address. */
export function emailError(typed: string): string | undefined {
  if (isBlank(typed)) return authText.emailRequired;
  const { success, error } = emailSchema.safeParse(typed);
  if (isHiddenCharacters(error)) return answerWording.HIDDEN_CHARACTERS;
  return success ? undefined : authText.emailInvalid;
}

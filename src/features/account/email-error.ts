import { emailSchema } from '../../../schemas/account/account.ts';
import { isBlank, isHiddenCharacters } from '../../../schemas/base/text.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { authText } from '../../text/auth.ts';

/** What is wrong with the address of an account as it was typed; undefined where it can be one. */
export function emailError(typed: string): string | undefined {
  if (isBlank(typed)) return authText.emailRequired;
  const { success, error } = emailSchema.safeParse(typed);
  if (isHiddenCharacters(error)) return answerWording.HIDDEN_CHARACTERS;
  return success ? undefined : authText.emailInvalid;
}

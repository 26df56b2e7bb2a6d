// The error for the text of a field as it was typed; undefined if it can be sent.
import { displayNameSchema, emailSchema, passwordSchema } from '../../../schemas/account/account.ts';
import { isBlank, isHiddenCharacters, isUnusualCapitals } from '../../../schemas/base/text.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { fieldText } from '../../text/account-fields.ts';
import { codeText } from '../../text/sign-in-ways.ts';

export function emailError(typed: string): string | undefined {
  if (isBlank(typed)) return fieldText.emailRequired;
  const { success, error } = emailSchema.safeParse(typed);
  if (isHiddenCharacters(error)) return answerWording.HIDDEN_CHARACTERS;
  if (isUnusualCapitals(error)) return answerWording.UNUSUAL_CAPITALS;
  return success ? undefined : fieldText.emailInvalid;
}

/** Whether a name may be empty, each form decides for itself. */
export const nameError = (typed: string): string | undefined =>
  isHiddenCharacters(displayNameSchema.safeParse(typed).error) ? answerWording.HIDDEN_CHARACTERS : undefined;

export const newPasswordError = (typed: string): string | undefined =>
  passwordSchema.safeParse(typed).success ? undefined : fieldText.weakPassword;

export const codeError = (typed: string): string | undefined => (typed.trim() ? undefined : codeText.codeRequired);
